
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
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--cache-bytes', '--cache-bytes', [CompletionResultType]::ParameterName, 'Keep so many bytes of decoded chunks')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('tree', 'tree', [CompletionResultType]::ParameterValue, 'List groups and arrays, and what is neither')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show everything that is known about one node')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Find nodes by words in their paths, and by what they are.')
            [CompletionResult]::new('chunks', 'chunks', [CompletionResultType]::ParameterValue, 'Show which chunks of an array are stored, and how large they are')
            [CompletionResult]::new('trace', 'trace', [CompletionResultType]::ParameterValue, 'Show one chunk''s way through every stage of the codec pipeline')
            [CompletionResult]::new('locate', 'locate', [CompletionResultType]::ParameterValue, 'Show where a chunk is, and how other programs read it')
            [CompletionResult]::new('probe', 'probe', [CompletionResultType]::ParameterValue, 'Follow one element from the array to its stored bytes, or a byte back to the elements')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Show the inside of a shard: its index, its gaps and overlaps')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Print or write the values of an array, a chunk or a region')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Count what values there are in an array, a chunk or a region')
            [CompletionResult]::new('picture', 'picture', [CompletionResultType]::ParameterValue, 'Show a plane of an array as a picture, in the terminal or as a PNG file')
            [CompletionResult]::new('try', 'try', [CompletionResultType]::ParameterValue, 'Try other codecs on the values of an array, in memory: what they store, how long they take, what they lose')
            [CompletionResult]::new('advise', 'advise', [CompletionResultType]::ParameterValue, 'Say what of an array could be stored better, with the numbers that are the reason')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Decode every stored chunk and list every fault.')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Make one report of the reports of parts, and say which parts are lacking')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check documents, attributes and keys against the format and its conventions')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two stores, groups, arrays or chunks, however each is stored')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for the cause of what is wrong, and show the evidence for it')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Write everything that an issue about a node or a chunk needs, as Markdown')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a codec or a word of the format')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn the format in lessons, each with a store to look at and a question')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print the configuration that holds without a file, with a comment on each entry, and where the file is looked for')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print what the JSON of a command is like, as a JSON Schema')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual pages')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'zarrscope;tree' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--depth', '--depth', [CompletionResultType]::ParameterName, 'How many levels to show below PATH')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;info' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;find' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;chunks' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--decode', '--decode', [CompletionResultType]::ParameterName, 'Decode every stored chunk too: how many are nothing but the fill value, and how many do not decode')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;trace' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'Print what one codec gives, whole: its bytes in hex. The codec by its name, its place in `codecs`, or `stored`')
            [CompletionResult]::new('--side', '--side', [CompletionResultType]::ParameterName, 'What of the stage: what goes into it when it decodes, or what comes out')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the bytes of the stage to a file, raw; - prints them')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the bytes of the stage to a file, raw; - prints them')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Write over a file that is there')
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'Of a stage that fails, write what it had given before')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;locate' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;probe' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--at', '--at', [CompletionResultType]::ParameterName, 'The element''s coordinates in the array; empty for an array without dimensions')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The other direction: the chunk of a byte')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--byte', '--byte', [CompletionResultType]::ParameterName, 'The byte whose elements are looked for')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'The codec that gives the byte when it decodes, by its place in `codecs`; without it, the byte is a stored one')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'A part by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all from one to another. A part of a date is nearest to its beginning, and as an end of a range all of it. Names and labels can be in quotes, such as "my dim"=''a, b''')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Values as the attributes mean them: unpacked, masked, dates, names of flags; without it, those that are stored')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;index' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;decode' {
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'One chunk, whole; empty for an array without dimensions')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; a bound may be left out')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'A part by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all from one to another. A part of a date is nearest to its beginning, and as an end of a range all of it. Names and labels can be in quotes, such as "my dim"=''a, b''')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write the values')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on so many threads; without it, on as many as there are cores, and on 16 where chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Values as the attributes mean them: unpacked, masked, dates, names of flags; without it, those that are stored')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;stats' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'One chunk, without its overhang; empty for an array without dimensions')
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; a bound may be left out')
            [CompletionResult]::new('--part', '--part', [CompletionResultType]::ParameterName, 'Count the I-th of N parts only: `2/7`. The parts are disjoint and complete, and the same on every machine')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'A part by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all from one to another. A part of a date is nearest to its beginning, and as an end of a range all of it. Names and labels can be in quotes, such as "my dim"=''a, b''')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on so many threads; without it, on as many as there are cores, and on 16 where chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Values as the attributes mean them: unpacked, masked, dates, names of flags; without it, those that are stored')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;picture' {
            [CompletionResult]::new('--region', '--region', [CompletionResultType]::ParameterName, 'A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns its first coordinate counts')
            [CompletionResult]::new('--sel', '--sel', [CompletionResultType]::ParameterName, 'A part by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all from one to another. A part of a date is nearest to its beginning, and as an end of a range all of it. Names and labels can be in quotes, such as "my dim"=''a, b''')
            [CompletionResult]::new('--channel', '--channel', [CompletionResultType]::ParameterName, 'Of an image, this channel, by number or name, in its colour and window; without it the first that is active')
            [CompletionResult]::new('--labels', '--labels', [CompletionResultType]::ParameterName, 'Of an image with labels, those of this name over it, in their colours')
            [CompletionResult]::new('--level', '--level', [CompletionResultType]::ParameterName, 'Of an image in several sizes, this level; 0 is the largest')
            [CompletionResult]::new('--dims', '--dims', [CompletionResultType]::ParameterName, 'The dimensions of rows and columns, by name or number; without it the last two, or the two longest where those are tiny')
            [CompletionResult]::new('--size', '--size', [CompletionResultType]::ParameterName, 'At most so many columns and rows of cells; without it 80x44, without colours 80x22, in a file 1024x1024')
            [CompletionResult]::new('--map', '--map', [CompletionResultType]::ParameterName, 'The colours: viridis, greys or red-blue, in which white is zero; without it viridis, or one for each label')
            [CompletionResult]::new('--range', '--range', [CompletionResultType]::ParameterName, 'What the ends of the colours stand for: percentile (2 and 98 in a hundred), extremes, or two numbers such as 0:1; without it percentile, or one colour for each label')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write a PNG file, one pixel a cell')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write a PNG file, one pixel a cell')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on so many threads; without it, on as many as there are cores, and on 16 where chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--physical', '--physical', [CompletionResultType]::ParameterName, 'Values as the attributes mean them: unpacked, masked, dates, names of flags; without it, those that are stored')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;try' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The values of one chunk; empty for an array without dimensions. Without it, of some stored chunks')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'The values of one inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--codecs', '--codecs', [CompletionResultType]::ParameterName, 'A chain to try instead of the proposals, as a document of Zarr V3 lists its codecs; again for another one')
            [CompletionResult]::new('--data-type', '--data-type', [CompletionResultType]::ParameterName, 'Convert the values to this data type first, as `cast_value` does; what they lose is counted')
            [CompletionResult]::new('--chunk-shape', '--chunk-shape', [CompletionResultType]::ParameterName, 'Take the values in chunks of this shape, which lie where the stored ones are')
            [CompletionResult]::new('--sample', '--sample', [CompletionResultType]::ParameterName, 'How many chunks to take, at most; of a shard that is named, inner chunks')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;advise' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--access', '--access', [CompletionResultType]::ParameterName, 'The dimensions that are read whole, by their names or numbers')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;verify' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--part', '--part', [CompletionResultType]::ParameterName, 'Verify the I-th of N parts only: `2/7`. The parts are disjoint and complete, and the same on every machine')
            [CompletionResult]::new('--expect', '--expect', [CompletionResultType]::ParameterName, 'A missing chunk is a fault, or inner chunk of a shard: `all` of them, or those that FILE does not name. See above for what FILE says')
            [CompletionResult]::new('--write-expect', '--write-expect', [CompletionResultType]::ParameterName, 'Write what is missing to this file, as a list for --expect: what is there now is what is expected later')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings give the exit status 1, or 3 where nothing could be read: rules by their ids, or severities (note, warning, error) with all that are worse; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on so many threads; without it, on as many as there are cores, and on 16 where chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--values', '--values', [CompletionResultType]::ParameterName, 'Judge every chunk that decodes by its values too, as `doctor --chunks all` does')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;merge' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings give the exit status 1, or 3 where nothing could be read: rules by their ids, or severities (note, warning, error) with all that are worse; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;check' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the report')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Which findings give the exit status 1, or 3 where nothing could be read: rules by their ids, or severities (note, warning, error) with all that are worse; `never` for none. `explain rules` lists the rules')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the report to this file, whole or not at all, instead of printing it')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk of a coordinate whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;diff' {
            [CompletionResult]::new('--atol', '--atol', [CompletionResultType]::ParameterName, 'Numbers are equal that are no further apart')
            [CompletionResult]::new('--rtol', '--rtol', [CompletionResultType]::ParameterName, 'Numbers are equal that are no further apart than this part of the one in B')
            [CompletionResult]::new('--nan', '--nan', [CompletionResultType]::ParameterName, 'When two NaN are equal: always, or where their bits are')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Compare one chunk of two arrays, and what each codec makes of it; empty for arrays without dimensions')
            [CompletionResult]::new('--stage', '--stage', [CompletionResultType]::ParameterName, 'Compare what one codec gives for the chunk: the codec by its name or its place in `codecs`, or `stored`')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'List at most so many of each kind; --json lists all')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--threads', '--threads', [CompletionResultType]::ParameterName, 'Decode on so many threads; without it, on as many as there are cores, and on 16 where chunks come from a server')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;doctor' {
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'Look at one chunk of an array only; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'Look at one inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--chunks', '--chunks', [CompletionResultType]::ParameterName, 'How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values, or `all`; without it 16 faulty ones, and as many sound ones as take about two seconds')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;report' {
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk of an array; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--chunks', '--chunks', [CompletionResultType]::ParameterName, 'How many chunks to look at for faults, where none is named')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to a file')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--attributes', '--attributes', [CompletionResultType]::ParameterName, 'Show attributes too: they may say what is not for everybody')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;explain' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form: text, or a page of Markdown')
            [CompletionResult]::new('--array', '--array', [CompletionResultType]::ParameterName, 'Work the topic through with the numbers of this array')
            [CompletionResult]::new('--chunk', '--chunk', [CompletionResultType]::ParameterName, 'The chunk''s coordinates; empty for an array without dimensions')
            [CompletionResult]::new('--inner', '--inner', [CompletionResultType]::ParameterName, 'An inner chunk of the shard; again for a shard in a shard')
            [CompletionResult]::new('--max-chunk-bytes', '--max-chunk-bytes', [CompletionResultType]::ParameterName, 'Refuse a chunk whose decoded form has more bytes')
            [CompletionResult]::new('--max-document-bytes', '--max-document-bytes', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more bytes')
            [CompletionResult]::new('--max-document-values', '--max-document-values', [CompletionResultType]::ParameterName, 'Refuse a metadata document that has more values')
            [CompletionResult]::new('--max-json-depth', '--max-json-depth', [CompletionResultType]::ParameterName, 'Refuse a metadata document whose lists and objects have more levels')
            [CompletionResult]::new('--max-nodes', '--max-nodes', [CompletionResultType]::ParameterName, 'List no node with more names below it')
            [CompletionResult]::new('--max-links', '--max-links', [CompletionResultType]::ParameterName, 'Follow at most so many links to directories in a row')
            [CompletionResult]::new('--max-reference-bytes', '--max-reference-bytes', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more bytes')
            [CompletionResult]::new('--max-references', '--max-references', [CompletionResultType]::ParameterName, 'Refuse a file of references that has more of them')
            [CompletionResult]::new('--allow-references', '--allow-references', [CompletionResultType]::ParameterName, 'Follow references (Kerchunk, virtual chunks of Icechunk) also to this folder or file, on a disk or at an address. May be repeated')
            [CompletionResult]::new('--endpoint', '--endpoint', [CompletionResultType]::ParameterName, 'Ask this server, in place of that of the provider')
            [CompletionResult]::new('--bucket-region', '--bucket-region', [CompletionResultType]::ParameterName, 'The region of the bucket')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Wait so long for the next bytes of an answer')
            [CompletionResult]::new('--answer-timeout', '--answer-timeout', [CompletionResultType]::ParameterName, 'Give up an answer that takes longer and is slower than 16 KiB a second')
            [CompletionResult]::new('--max-list-pages', '--max-list-pages', [CompletionResultType]::ParameterName, 'Refuse a list of names that has more pages')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Retry temporary failures up to so many times, each time later')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--try', '--try', [CompletionResultType]::ParameterName, 'Build a chunk with this codec in its chain: change numbers, codecs and bits, and see every stage, there and back. Without a terminal it is printed once')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print JSON')
            [CompletionResult]::new('--ignore-checksums', '--ignore-checksums', [CompletionResultType]::ParameterName, 'Note a checksum that does not match, and go on decoding')
            [CompletionResult]::new('--anonymous', '--anonymous', [CompletionResultType]::ParameterName, 'Sign nothing: for what is public')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;learn' {
            [CompletionResult]::new('--lesson', '--lesson', [CompletionResultType]::ParameterName, 'The same')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;man' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colour; NO_COLOR turns it off too')
            [CompletionResult]::new('--theme', '--theme', [CompletionResultType]::ParameterName, 'The colours of the explorer; without it those of the terminal, or light ones where it says that it is light')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Read the configuration from this file; `zarrscope config` says where it is looked for without')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Draw the explorer without boxes, and with letters for marks, for screen readers')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'zarrscope;help' {
            [CompletionResult]::new('tree', 'tree', [CompletionResultType]::ParameterValue, 'List groups and arrays, and what is neither')
            [CompletionResult]::new('info', 'info', [CompletionResultType]::ParameterValue, 'Show everything that is known about one node')
            [CompletionResult]::new('find', 'find', [CompletionResultType]::ParameterValue, 'Find nodes by words in their paths, and by what they are.')
            [CompletionResult]::new('chunks', 'chunks', [CompletionResultType]::ParameterValue, 'Show which chunks of an array are stored, and how large they are')
            [CompletionResult]::new('trace', 'trace', [CompletionResultType]::ParameterValue, 'Show one chunk''s way through every stage of the codec pipeline')
            [CompletionResult]::new('locate', 'locate', [CompletionResultType]::ParameterValue, 'Show where a chunk is, and how other programs read it')
            [CompletionResult]::new('probe', 'probe', [CompletionResultType]::ParameterValue, 'Follow one element from the array to its stored bytes, or a byte back to the elements')
            [CompletionResult]::new('index', 'index', [CompletionResultType]::ParameterValue, 'Show the inside of a shard: its index, its gaps and overlaps')
            [CompletionResult]::new('decode', 'decode', [CompletionResultType]::ParameterValue, 'Print or write the values of an array, a chunk or a region')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Count what values there are in an array, a chunk or a region')
            [CompletionResult]::new('picture', 'picture', [CompletionResultType]::ParameterValue, 'Show a plane of an array as a picture, in the terminal or as a PNG file')
            [CompletionResult]::new('try', 'try', [CompletionResultType]::ParameterValue, 'Try other codecs on the values of an array, in memory: what they store, how long they take, what they lose')
            [CompletionResult]::new('advise', 'advise', [CompletionResultType]::ParameterValue, 'Say what of an array could be stored better, with the numbers that are the reason')
            [CompletionResult]::new('verify', 'verify', [CompletionResultType]::ParameterValue, 'Decode every stored chunk and list every fault.')
            [CompletionResult]::new('merge', 'merge', [CompletionResultType]::ParameterValue, 'Make one report of the reports of parts, and say which parts are lacking')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check documents, attributes and keys against the format and its conventions')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Compare two stores, groups, arrays or chunks, however each is stored')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Look for the cause of what is wrong, and show the evidence for it')
            [CompletionResult]::new('report', 'report', [CompletionResultType]::ParameterValue, 'Write everything that an issue about a node or a chunk needs, as Markdown')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a codec or a word of the format')
            [CompletionResult]::new('learn', 'learn', [CompletionResultType]::ParameterValue, 'Learn the format in lessons, each with a store to look at and a question')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Print the configuration that holds without a file, with a comment on each entry, and where the file is looked for')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print what the JSON of a command is like, as a JSON Schema')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print a completion script')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual pages')
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
        'zarrscope;help;explain' {
            break
        }
        'zarrscope;help;learn' {
            break
        }
        'zarrscope;help;config' {
            break
        }
        'zarrscope;help;schema' {
            break
        }
        'zarrscope;help;completions' {
            break
        }
        'zarrscope;help;man' {
            break
        }
        'zarrscope;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
