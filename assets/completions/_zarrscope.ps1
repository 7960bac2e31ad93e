
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'zarrscope' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'zarrscope'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'zarrscope' {
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--cache-bytes', '--cache-bytes', [CompletionResultType]::ParameterName, 'Keep up to N bytes of decoded chunks')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('tree', 'tree', [CompletionResultType]::ParameterValue, 'List groups and arrays, and anything that is neither')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show everything that is known about one node')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Find nodes by words in their paths, or by what they are, such as a data type.')
            [CompletionResult]::new('chunks', 'chunks', [CompletionResultType]::ParameterValue, 'Show which chunks of an array are stored, and how large they are')
            [CompletionResult]::new('trace', 'trace', [CompletionResultType]::ParameterValue, 'Follow one chunk through every stage of the codec pipeline')
            [CompletionResult]::new('locate', 'locate', [CompletionResultType]::ParameterValue, 'Show where a chunk is, and how to read it with other programs')
            [CompletionResult]::new('probe', 'probe', [CompletionResultType]::ParameterValue, 'Follow an element from the array to its stored bytes, or a byte back to its elements')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Show the inside of a shard: its index, gaps and overlaps')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Print or write the values of an array, a chunk or a region')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show statistics of an array, a chunk or a region: extremes, mean, quantiles and a histogram')
            [CompletionResult]::new('picture', 'picture', [CompletionResultType]::ParameterValue, 'Show a plane of an array as a picture, in the terminal or as a PNG file')
            [CompletionResult]::new('plan', 'plan', [CompletionResultType]::ParameterValue, 'Show what reading a region takes: requests, bytes that are stored and decoded. No chunk is read')
            [CompletionResult]::new('preview', 'preview', [CompletionResultType]::ParameterValue, 'Show a node in a few lines, as file managers do beside its name')
            [CompletionResult]::new('try', 'try', [CompletionResultType]::ParameterValue, 'Try other codecs on the values of an array, in memory: sizes, times and losses')
            [CompletionResult]::new('advise', 'advise', [CompletionResultType]::ParameterValue, 'Suggest how an array could be stored better, with the numbers that support it')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Decode every stored chunk and list every fault.')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Combine the reports of parts into one, and list the parts that are missing')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check documents, attributes and keys against the format and its conventions')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two stores, groups, arrays or chunks, however each is stored')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for the cause of what is wrong, and show the evidence')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Write a report of a node or a chunk: for an issue as Markdown, or as a page with pictures')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print the default configuration, with a comment on each entry, and where the file is looked for')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual pages')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a codec or a term of the format')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn the format in lessons, each with a store to look at and a question')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of what a command prints as JSON')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'zarrscope;tree' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--depth', '--depth', [CompletionResultType]::ParameterName, 'How many levels to show below PATH')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;info' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;find' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;chunks' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--decode', '--decode', [CompletionResultType]::ParameterName, 'Also decode every stored chunk, and count those that are nothing but the fill value and those that do not decode')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;trace' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'Print the whole output of one codec, in hex. CODEC is its name, its place in `codecs`, or `stored`')
            [CompletionResult]::new('--side', '--side', [CompletionResultType]::ParameterName, 'Which side of the stage: what goes in when it decodes, or what comes out')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the raw bytes of the stage to a file; - prints them')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the raw bytes of the stage to a file; - prints them')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite a file that exists')
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'If the stage fails, write what it had produced before')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;locate' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;probe' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'The element''s coordinates in the array; empty for an array without dimensions')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'For the other direction: the chunk that has the byte')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--byte', '--byte', [CompletionResultType]::ParameterName, 'The byte whose elements to find')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'The codec whose output, when it decodes, has the byte, by its place in `codecs`. By default, the byte is a stored one')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=''a, b''. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;index' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;decode' {
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'One chunk, whole; empty for an array without dimensions')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=''a, b''. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write the values')
            [CompletionResult]::new('--where', '--where', [CompletionResultType]::ParameterName, 'Of a table, only the rows in which this holds, such as ''batch == "B 2" and counts > 500''. null is a missing value, and categories that have an order are compared in it')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used')
            [CompletionResult]::new('--tidy', '--tidy', [CompletionResultType]::ParameterName, 'A line for each element: its coordinates, then its value, with the units in the line of names. CSV, or JSON by --format json. Beside the labels of dimensions there are those of arrays that `coordinates` names')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;stats' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'One chunk, without its overhang; empty for an array without dimensions')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole')
            [CompletionResult]::new('--part', '--part', [CompletionResultType]::ParameterName, 'Count only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every machine')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=''a, b''. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;picture' {
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns, only its first coordinate counts')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'The dimensions of rows and columns, by name or number. By default the last two, or the two longest if the last two are tiny')
            [CompletionResult]::new('--size', '--size', [CompletionResultType]::ParameterName, 'At most C columns and R rows of cells, all of them in a file. By default 80x44, without colours 80x22, in a file 1024x1024, and never more cells than elements')
            [CompletionResult]::new('--scale', '--scale', [CompletionResultType]::ParameterName, 'N pixels of the file for each element, along its shorter side')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'The colours: viridis, greys or red-blue, in which white is zero. By default viridis, or one colour for each label; of a difference red-blue')
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'The values at the ends of the colours: percentile (2 and 98 per cent) or extremes of the picture, array (the extremes of all of it, which is read for that), or two numbers such as 0:1. By default percentile, or one colour for each label; of a difference its extremes, with zero in the middle')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=''a, b''. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions')
            [CompletionResult]::new('--channel', '--channel', [CompletionResultType]::ParameterName, 'The channel of an image, by number or name, in its colour and window. Several, such as 0,1 or DAPI,GFP, or all that are active, are drawn at once: their light is added. By default the first that is active')
            [CompletionResult]::new('--labels', '--labels', [CompletionResultType]::ParameterName, 'Draw the labels of this name over their image, in their colours')
            [CompletionResult]::new('--level', '--level', [CompletionResultType]::ParameterName, 'The level of an image in several sizes; 0 is the largest')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--no-axes', '--no-axes', [CompletionResultType]::ParameterName, 'Write only the cells, one pixel each')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;plan' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'The region to read, such as 0:10,5:6; dimensions that are not named are whole. By default, the whole array')
            [CompletionResult]::new('--chunk-shape', '--chunk-shape', [CompletionResultType]::ParameterName, 'Plan for chunks of this shape, and compare with those of now')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Plan a selection by the labels of dimensions, as `decode` takes it')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;preview' {
            [CompletionResult]::new('--width', '--width', [CompletionResultType]::ParameterName, 'At most so many columns')
            [CompletionResult]::new('--height', '--height', [CompletionResultType]::ParameterName, 'At most so many lines')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;try' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Use the values of this chunk; empty for an array without dimensions. By default, use a few stored chunks')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'Use the values of this inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--codecs', '--codecs', [CompletionResultType]::ParameterName, 'Try this chain instead of the proposals, written as `codecs` in a Zarr V3 document; repeat to try more')
            [CompletionResult]::new('--data-type', '--data-type', [CompletionResultType]::ParameterName, 'Convert the values to this data type first, as `cast_value` does; the loss is counted')
            [CompletionResult]::new('--chunk-shape', '--chunk-shape', [CompletionResultType]::ParameterName, 'Divide the values into chunks of this shape, taken from where stored chunks are')
            [CompletionResult]::new('--sample', '--sample', [CompletionResultType]::ParameterName, 'How many chunks to take at most; inner chunks, if --chunk names a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;advise' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--access', '--access', [CompletionResultType]::ParameterName, 'The dimensions that a read takes whole, by name or number')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;verify' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--part', '--part', [CompletionResultType]::ParameterName, 'Verify only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every machine')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'Treat missing chunks and inner chunks as faults: `all` of them, or those that FILE does not name. The format of FILE is described above')
            [CompletionResult]::new('--write-expect', '--write-expect', [CompletionResultType]::ParameterName, 'Write a list of what is missing now to this file, for --expect later')
            [CompletionResult]::new('--keys', '--keys', [CompletionResultType]::ParameterName, 'Take what the store has from this list instead of listing it, and compare sizes: keys, one on each line; S3 Inventory as CSV or Parquet; what `aws s3 ls --recursive` prints; or JSON lines, also compressed with gzip. A node that it names and the store lacks is a fault')
            [CompletionResult]::new('--sample', '--sample', [CompletionResultType]::ParameterName, 'Verify N chunks, or P% of them, chosen by chance, and say how many of all are faulty at most')
            [CompletionResult]::new('--write-sums', '--write-sums', [CompletionResultType]::ParameterName, 'Write the digests of every chunk to this file: of its stored bytes and of its values, a line each as JSON')
            [CompletionResult]::new('--sums', '--sums', [CompletionResultType]::ParameterName, 'Compare every chunk with the digests in this file, which --write-sums wrote for this store or a copy of it. Other values are a fault, other bytes with the same values a note. `diff` compares two such files')
            [CompletionResult]::new('--max-requests', '--max-requests', [CompletionResultType]::ParameterName, 'End after N requests; where there is no server, after N chunks. The exit status is then 3, or 1 if there is a fault, and --resume goes on')
            [CompletionResult]::new('--max-bytes', '--max-bytes', [CompletionResultType]::ParameterName, 'End after N stored bytes of chunks')
            [CompletionResult]::new('--max-faults', '--max-faults', [CompletionResultType]::ParameterName, 'End after N faults. The exit status is then 1, and --resume goes on')
            [CompletionResult]::new('--rate', '--rate', [CompletionResultType]::ParameterName, 'Make at most N requests in a second')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--values', '--values', [CompletionResultType]::ParameterName, 'Also judge the values of every chunk that decodes, as `doctor --chunks all` does')
            [CompletionResult]::new('--resume', '--resume', [CompletionResultType]::ParameterName, 'Go on where the report in --output ended, if there is one, and write it every few seconds while it grows, as JSON. A run that was killed loses those seconds only')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;merge' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;check' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk of a coordinate that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;diff' {
            [CompletionResult]::new('--atol', '--atol', [CompletionResultType]::ParameterName, 'Treat numbers as equal if they differ by at most X')
            [CompletionResult]::new('--rtol', '--rtol', [CompletionResultType]::ParameterName, 'Treat numbers as equal if they differ by at most X times the number in B')
            [CompletionResult]::new('--nan', '--nan', [CompletionResultType]::ParameterName, 'When two NaNs are equal: always, or only if their bits are')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Compare one chunk of two arrays, codec by codec; empty for arrays without dimensions')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'Compare the output of one codec for the chunk. CODEC is its name, its place in `codecs`, or `stored`')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'Compare the elements with these labels, as `decode` takes them; they have to be at the same places in A and B')
            [CompletionResult]::new('--sel-b', '--sel-b', [CompletionResultType]::ParameterName, 'With --picture, the labels in B where they are others than in A: `diff DATA/tas DATA/tas --picture --sel time=2026-07-01 --sel-b time=2026-01-01` is July minus January')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns, only its first coordinate counts')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'The dimensions of rows and columns, by name or number. By default the last two, or the two longest if the last two are tiny')
            [CompletionResult]::new('--size', '--size', [CompletionResultType]::ParameterName, 'At most C columns and R rows of cells, all of them in a file. By default 80x44, without colours 80x22, in a file 1024x1024, and never more cells than elements')
            [CompletionResult]::new('--scale', '--scale', [CompletionResultType]::ParameterName, 'N pixels of the file for each element, along its shorter side')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'The colours: viridis, greys or red-blue, in which white is zero. By default viridis, or one colour for each label; of a difference red-blue')
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'The values at the ends of the colours: percentile (2 and 98 per cent) or extremes of the picture, array (the extremes of all of it, which is read for that), or two numbers such as 0:1. By default percentile, or one colour for each label; of a difference its extremes, with zero in the middle')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most N of each kind; --json lists all')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Compare what the attributes make of the values: scaled, masked, as dates')
            [CompletionResult]::new('--picture', '--picture', [CompletionResultType]::ParameterName, 'Draw the difference of one plane, A minus B, to a file with --output, else in the terminal. White is zero')
            [CompletionResult]::new('--no-axes', '--no-axes', [CompletionResultType]::ParameterName, 'Write only the cells, one pixel each')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;doctor' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Look only at this chunk of an array; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'Look only at this inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--chunks', '--chunks', [CompletionResultType]::ParameterName, 'How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values: a number or `all`. By default 16 faulty ones, and as many sound ones as take about two seconds')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;report' {
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Report on this chunk; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--chunks', '--chunks', [CompletionResultType]::ParameterName, 'How many chunks to search for faults, if none is named')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Markdown for an issue, or a page for a browser that also shows the chunk grid and a picture: one file, without scripts')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--attributes', '--attributes', [CompletionResultType]::ParameterName, 'Include attributes, which may hold private information')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The output: text, or a page of Markdown')
            [CompletionResult]::new('--array', '--array', [CompletionResultType]::ParameterName, 'Work through the topic with the numbers of this array')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; repeat for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk that decodes to more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document with more levels of lists and objects')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'Stop at more than N names below one node, or N nodes in all')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most N links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file that has more references')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server instead of the one of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait this long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--max-asked-chunks', '--max-asked-chunks', [CompletionResultType]::ParameterName, 'Ask for at most N chunks of an array, of a server that lists no names')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to N times, waiting longer each time')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--try', '--try', [CompletionResultType]::ParameterName, 'Build a chunk with this codec in its chain: change numbers, codecs and bits, and see every stage of encoding and decoding. Without a terminal, it is printed once')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Turn a checksum that does not match into a note, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Do not sign requests: for public data')
            [CompletionResult]::new('--requests', '--requests', [CompletionResultType]::ParameterName, 'Print each request with its answer, bytes and time, on standard error; not in the explorer')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;learn' {
            [CompletionResult]::new('--lesson', '--lesson', [CompletionResultType]::ParameterName, 'The same as the argument')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` prints the default place')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters instead of marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;help' {
            [CompletionResult]::new('tree', 'tree', [CompletionResultType]::ParameterValue, 'List groups and arrays, and anything that is neither')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show everything that is known about one node')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Find nodes by words in their paths, or by what they are, such as a data type.')
            [CompletionResult]::new('chunks', 'chunks', [CompletionResultType]::ParameterValue, 'Show which chunks of an array are stored, and how large they are')
            [CompletionResult]::new('trace', 'trace', [CompletionResultType]::ParameterValue, 'Follow one chunk through every stage of the codec pipeline')
            [CompletionResult]::new('locate', 'locate', [CompletionResultType]::ParameterValue, 'Show where a chunk is, and how to read it with other programs')
            [CompletionResult]::new('probe', 'probe', [CompletionResultType]::ParameterValue, 'Follow an element from the array to its stored bytes, or a byte back to its elements')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Show the inside of a shard: its index, gaps and overlaps')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Print or write the values of an array, a chunk or a region')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show statistics of an array, a chunk or a region: extremes, mean, quantiles and a histogram')
            [CompletionResult]::new('picture', 'picture', [CompletionResultType]::ParameterValue, 'Show a plane of an array as a picture, in the terminal or as a PNG file')
            [CompletionResult]::new('plan', 'plan', [CompletionResultType]::ParameterValue, 'Show what reading a region takes: requests, bytes that are stored and decoded. No chunk is read')
            [CompletionResult]::new('preview', 'preview', [CompletionResultType]::ParameterValue, 'Show a node in a few lines, as file managers do beside its name')
            [CompletionResult]::new('try', 'try', [CompletionResultType]::ParameterValue, 'Try other codecs on the values of an array, in memory: sizes, times and losses')
            [CompletionResult]::new('advise', 'advise', [CompletionResultType]::ParameterValue, 'Suggest how an array could be stored better, with the numbers that support it')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Decode every stored chunk and list every fault.')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Combine the reports of parts into one, and list the parts that are missing')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check documents, attributes and keys against the format and its conventions')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two stores, groups, arrays or chunks, however each is stored')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for the cause of what is wrong, and show the evidence')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Write a report of a node or a chunk: for an issue as Markdown, or as a page with pictures')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print the default configuration, with a comment on each entry, and where the file is looked for')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual pages')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a codec or a term of the format')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn the format in lessons, each with a store to look at and a question')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON Schema of what a command prints as JSON')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'zarrscope;help;tree' {
            break
        }
        'zarrscope;help;info' {
            break
        }
        'zarrscope;help;find' {
            break
        }
        'zarrscope;help;chunks' {
            break
        }
        'zarrscope;help;trace' {
            break
        }
        'zarrscope;help;locate' {
            break
        }
        'zarrscope;help;probe' {
            break
        }
        'zarrscope;help;index' {
            break
        }
        'zarrscope;help;decode' {
            break
        }
        'zarrscope;help;stats' {
            break
        }
        'zarrscope;help;picture' {
            break
        }
        'zarrscope;help;plan' {
            break
        }
        'zarrscope;help;preview' {
            break
        }
        'zarrscope;help;try' {
            break
        }
        'zarrscope;help;advise' {
            break
        }
        'zarrscope;help;verify' {
            break
        }
        'zarrscope;help;merge' {
            break
        }
        'zarrscope;help;check' {
            break
        }
        'zarrscope;help;diff' {
            break
        }
        'zarrscope;help;doctor' {
            break
        }
        'zarrscope;help;report' {
            break
        }
        'zarrscope;help;config' {
            break
        }
        'zarrscope;help;completions' {
            break
        }
        'zarrscope;help;man' {
            break
        }
        'zarrscope;help;explain' {
            break
        }
        'zarrscope;help;learn' {
            break
        }
        'zarrscope;help;schema' {
            break
        }
        'zarrscope;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
