"""Serves a folder late: python server.py FOLDER PORT MILLISECONDS.

Files with ranges, as a plain HTTP server has them, and the list of a bucket (ListObjectsV2), which is a folder in FOLDER. Each
answer waits for so many milliseconds. GET /__requests says how many requests there were and how many waited at the same time at
most, and begins to count anew.
"""

import asyncio
import bisect
import re
import sys
import urllib.parse
from http import HTTPStatus
from pathlib import Path
from xml.sax.saxutils import escape

AFTER_ALL = "\uffff"


class Bucket:
    """The keys of a folder, in order."""

    def __init__(self, folder: Path) -> None:
        """List the folder once."""
        files = (path for path in folder.rglob("*") if path.is_file())
        self.sizes = {path.relative_to(folder).as_posix(): path.stat().st_size for path in files}
        self.keys = sorted(self.sizes)

    def page(self, query: dict[str, str]) -> bytes:
        """Answer a request for a page of the list."""
        prefix, delimiter = query.get("prefix", ""), query.get("delimiter", "")
        after = query.get("continuation-token") or query.get("start-after", "")
        place = max(bisect.bisect_left(self.keys, prefix), bisect.bisect_right(self.keys, after))
        parts, last = [], ""
        more = False
        while place < len(self.keys) and self.keys[place].startswith(prefix):
            if len(parts) >= int(query.get("max-keys", "1000")):
                more = True
                break
            key = self.keys[place]
            name, found, _ = key[len(prefix) :].partition(delimiter) if delimiter else (key, "", "")
            if found:
                folder = prefix + name + delimiter
                parts.append(f"<CommonPrefixes><Prefix>{escape(folder)}</Prefix></CommonPrefixes>")
                last = folder + AFTER_ALL
                place = bisect.bisect_left(self.keys, last)
                continue
            parts.append(
                f"<Contents><Key>{escape(key)}</Key><Size>{self.sizes[key]}</Size><ETag>e</ETag>"
                "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            )
            last = key
            place += 1
        token = f"<NextContinuationToken>{escape(last)}</NextContinuationToken>" if more else ""
        head = f"<IsTruncated>{str(more).lower()}</IsTruncated>{token}"
        return f"<?xml version='1.0'?><ListBucketResult>{head}{''.join(parts)}</ListBucketResult>".encode()


class Server:
    """The folder, and what was asked of it."""

    def __init__(self, folder: Path, delay: float) -> None:
        """Take a folder and seconds."""
        self.folder, self.delay = folder, delay
        self.buckets: dict[str, Bucket] = {}
        self.count = self.waiting = self.most = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of one connection."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                method, target, _ = head.split("\r\n", 1)[0].split(" ")
                status, headers, body = await self.answer(target, head)
                lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Content-Length: {len(body)}", *headers]
                text = ("\r\n".join(lines) + "\r\n\r\n").encode()
                writer.write(text if method == "HEAD" else text + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def answer(self, target: str, head: str) -> tuple[int, list[str], bytes]:
        """Give status, headers and body."""
        path, _, query = target.partition("?")
        if path == "/__requests":
            text = f"{self.count} {self.most}\n".encode()
            self.count = self.most = 0
            return 200, [], text
        self.count += 1
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        await asyncio.sleep(self.delay)
        self.waiting -= 1
        fields = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        if fields.get("list-type") == "2":
            name = path.strip("/")
            if name not in self.buckets:
                self.buckets[name] = Bucket(self.folder / name)
            return 200, ["Content-Type: application/xml"], self.buckets[name].page(fields)
        return self.file(self.folder / urllib.parse.unquote(path).lstrip("/"), head)

    def file(self, path: Path, head: str) -> tuple[int, list[str], bytes]:
        """Give a file, or a range of it."""
        if ".." in path.parts or not path.is_file():
            return 404, [], b""
        content = path.read_bytes()
        headers = ["Accept-Ranges: bytes", 'ETag: "e"', "Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT"]
        found = re.search(r"(?im)^range: *bytes=(\d*)-(\d*)", head)
        if not found:
            return 200, headers, content
        first, last = found.groups()
        start = int(first) if first else max(0, len(content) - int(last))
        end = int(last) + 1 if first and last else len(content)
        if start >= len(content):
            return 416, [f"Content-Range: bytes */{len(content)}"], b""
        part = content[start:end]
        return 206, [*headers, f"Content-Range: bytes {start}-{start + len(part) - 1}/{len(content)}"], part


async def main(folder: str, port: str, milliseconds: str) -> None:
    """Serve until the program is ended."""
    server = Server(Path(folder).resolve(), float(milliseconds) / 1000)
    async with await asyncio.start_server(server.serve, "127.0.0.1", int(port)) as listening:
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
