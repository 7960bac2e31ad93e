# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_zarrscope_global_optspecs
    string join \n ignore-checksums max-chunk-bytes= max-document-bytes= max-document-values= max-json-depth= max-nodes= max-links= max-reference-bytes= max-references= allow-references= endpoint= bucket-region= anonymous timeout= answer-timeout= max-list-pages= max-asked-chunks= retries= requests cache-bytes= color= plain config= theme= h/help V/version
end

function __fish_zarrscope_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_zarrscope_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_zarrscope_using_subcommand
    set -l cmd (__fish_zarrscope_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l cache-bytes -d 'Keep up to N bytes of decoded chunks' -r
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -s V -l version -d 'Print version'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "tree" -d 'List groups and arrays, and anything that is neither'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "info" -d 'Show everything that is known about one node'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "find" -d 'Find nodes by words in their paths, or by what they are, such as a data type.'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "chunks" -d 'Show which chunks of an array are stored, and how large they are'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "trace" -d 'Follow one chunk through every stage of the codec pipeline'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "locate" -d 'Show where a chunk is, and how to read it with other programs'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "probe" -d 'Follow an element from the array to its stored bytes, or a byte back to its elements'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "index" -d 'Show the inside of a shard: its index, gaps and overlaps'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "decode" -d 'Print or write the values of an array, a chunk or a region'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "stats" -d 'Show statistics of an array, a chunk or a region: extremes, mean, quantiles and a histogram'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "picture" -d 'Show a plane of an array as a picture, in the terminal or as a PNG file'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "plan" -d 'Show what reading a region takes: requests, bytes that are stored and decoded. No chunk is read'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "preview" -d 'Show a node in a few lines, as file managers do beside its name'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "try" -d 'Try other codecs on the values of an array, in memory: sizes, times and losses'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "advise" -d 'Suggest how an array could be stored better, with the numbers that support it'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "verify" -d 'Decode every stored chunk and list every fault.'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "merge" -d 'Combine the reports of parts into one, and list the parts that are missing'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "check" -d 'Check documents, attributes and keys against the format and its conventions'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "diff" -d 'Compare two stores, groups, arrays or chunks, however each is stored'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "doctor" -d 'Look for the cause of what is wrong, and show the evidence'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "report" -d 'Write a report of a node or a chunk: for an issue as Markdown, or as a page with pictures'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "config" -d 'Print the default configuration, with a comment on each entry, and where the file is looked for'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "completions" -d 'Print a completion script'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "man" -d 'Print the manual pages'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "explain" -d 'Explain a codec or a term of the format'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "learn" -d 'Learn the format in lessons, each with a store to look at and a question'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "schema" -d 'Print the JSON Schema of what a command prints as JSON'
complete -c zarrscope -n "__fish_zarrscope_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l depth -d 'How many levels to show below PATH' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand tree" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand info" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand find" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l decode -d 'Also decode every stored chunk, and count those that are nothing but the fill value and those that do not decode'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand chunks" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l chunk -d 'The chunk\'s coordinates; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l stage -d 'Print the whole output of one codec, in hex. CODEC is its name, its place in `codecs`, or `stored`' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l side -d 'Which side of the stage: what goes in when it decodes, or what comes out' -r -f -a "in\t'What goes in'
out\t'What comes out'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -s o -l output -d 'Write the raw bytes of the stage to a file; - prints them' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l force -d 'Overwrite a file that exists'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l partial -d 'If the stage fails, write what it had produced before'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand trace" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l chunk -d 'The chunk\'s coordinates; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand locate" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l at -d 'The element\'s coordinates in the array; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l chunk -d 'For the other direction: the chunk that has the byte' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l byte -d 'The byte whose elements to find' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l stage -d 'The codec whose output, when it decodes, has the byte, by its place in `codecs`. By default, the byte is a stored one' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l sel -d 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=\'a, b\'. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l physical -d 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand probe" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l chunk -d 'The chunk\'s coordinates; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand index" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l chunk -d 'One chunk, whole; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l region -d 'A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l sel -d 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=\'a, b\'. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l format -d 'How to write the values' -r -f -a "table\t'For reading, with coordinates'
csv\t'Comma-separated: a line for each row of the last dimension; one value in each line if there is only one dimension'
json\t'Shape, data type and nested lists; a NaN whose bits are not the usual ones is its bit pattern, such as "0x7fc00001"'
npy\t'NumPy, format 1.0'
raw\t'C order, little-endian, no header'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l where -d 'Of a table, only the rows in which this holds, such as \'batch == "B 2" and counts > 500\'. null is a missing value, and categories that have an order are compared in it' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -s o -l output -d 'Write to a file' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l threads -d 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l physical -d 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l tidy -d 'A line for each element: its coordinates, then its value, with the units in the line of names. CSV, or JSON by --format json. Beside the labels of dimensions there are those of arrays that `coordinates` names'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand decode" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l chunk -d 'One chunk, without its overhang; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l region -d 'A box of the array, such as 0:10,5:6; a bound may be left out, and dimensions after the last range are whole' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l part -d 'Count only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every machine' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l sel -d 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=\'a, b\'. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l threads -d 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l physical -d 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l region -d 'A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns, only its first coordinate counts' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l dims -d 'The dimensions of rows and columns, by name or number. By default the last two, or the two longest if the last two are tiny' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l size -d 'At most C columns and R rows of cells, all of them in a file. By default 80x44, without colours 80x22, in a file 1024x1024, and never more cells than elements' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l scale -d 'N pixels of the file for each element, along its shorter side' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l map -d 'The colours: viridis, greys or red-blue, in which white is zero. By default viridis, or one colour for each label; of a difference red-blue' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l range -d 'The values at the ends of the colours: percentile (2 and 98 per cent) or extremes of the picture, array (the extremes of all of it, which is read for that), or two numbers such as 0:1. By default percentile, or one colour for each label; of a difference its extremes, with zero in the middle' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -s o -l output -d 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l sel -d 'Select by the labels of dimensions, such as time=2020-03-01,lat=40:50: the nearest label, or all labels in a range. A part of a date, such as 2020-03, means all labels in it. Names and labels can be in quotes, such as "my dim"=\'a, b\'. The usual other names of a dimension will do: lat for latitude, or its axis. Longitudes are the same after 360 degrees, so that -75 is 285. A channel of an image has its index or its name. `--region` cuts the other dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l channel -d 'The channel of an image, by number or name, in its colour and window. Several, such as 0,1 or DAPI,GFP, or all that are active, are drawn at once: their light is added. By default the first that is active' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l labels -d 'Draw the labels of this name over their image, in their colours' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l level -d 'The level of an image in several sizes; 0 is the largest' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l threads -d 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l no-axes -d 'Write only the cells, one pixel each'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l physical -d 'Use the values that the attributes describe: unpacked, masked, dates, names of flags. By default, stored values are used'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand picture" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l region -d 'The region to read, such as 0:10,5:6; dimensions that are not named are whole. By default, the whole array' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l chunk-shape -d 'Plan for chunks of this shape, and compare with those of now' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l sel -d 'Plan a selection by the labels of dimensions, as `decode` takes it' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand plan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l width -d 'At most so many columns' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l height -d 'At most so many lines' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand preview" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l chunk -d 'Use the values of this chunk; empty for an array without dimensions. By default, use a few stored chunks' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l inner -d 'Use the values of this inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l codecs -d 'Try this chain instead of the proposals, written as `codecs` in a Zarr V3 document; repeat to try more' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l data-type -d 'Convert the values to this data type first, as `cast_value` does; the loss is counted' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l chunk-shape -d 'Divide the values into chunks of this shape, taken from where stored chunks are' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l sample -d 'How many chunks to take at most; inner chunks, if --chunk names a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand try" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l access -d 'The dimensions that a read takes whole, by name or number' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand advise" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l part -d 'Verify only the I-th of N parts, such as `2/7`. The parts do not overlap, cover everything, and are the same on every machine' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l expect -d 'Treat missing chunks and inner chunks as faults: `all` of them, or those that FILE does not name. The format of FILE is described above' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l write-expect -d 'Write a list of what is missing now to this file, for --expect later' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l keys -d 'Take what the store has from this list instead of listing it, and compare sizes: keys, one on each line; S3 Inventory as CSV or Parquet; what `aws s3 ls --recursive` prints; or JSON lines, also compressed with gzip. A node that it names and the store lacks is a fault' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l sample -d 'Verify N chunks, or P% of them, chosen by chance, and say how many of all are faulty at most' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l write-sums -d 'Write the digests of every chunk to this file: of its stored bytes and of its values, a line each as JSON' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l sums -d 'Compare every chunk with the digests in this file, which --write-sums wrote for this store or a copy of it. Other values are a fault, other bytes with the same values a note. `diff` compares two such files' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-requests -d 'End after N requests; where there is no server, after N chunks. The exit status is then 3, or 1 if there is a fault, and --resume goes on' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-bytes -d 'End after N stored bytes of chunks' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-faults -d 'End after N faults. The exit status is then 1, and --resume goes on' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l rate -d 'Make at most N requests in a second' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l format -d 'The format of the report' -r -f -a "text\t'Text to read'
json\t'JSON, as with --json'
junit\t'XML in the form of `JUnit`, for continuous integration'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Commands that GitHub Actions shows as annotations'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l fail-on -d 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -s o -l output -d 'Write the report to this file, whole or not at all, instead of printing it' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l threads -d 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l values -d 'Also judge the values of every chunk that decodes, as `doctor --chunks all` does'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l resume -d 'Go on where the report in --output ended, if there is one, and write it every few seconds while it grows, as JSON. A run that was killed loses those seconds only'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l format -d 'The format of the report' -r -f -a "text\t'Text to read'
json\t'JSON, as with --json'
junit\t'XML in the form of `JUnit`, for continuous integration'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Commands that GitHub Actions shows as annotations'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l fail-on -d 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -s o -l output -d 'Write the report to this file, whole or not at all, instead of printing it' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l format -d 'The format of the report' -r -f -a "text\t'Text to read'
json\t'JSON, as with --json'
junit\t'XML in the form of `JUnit`, for continuous integration'
sarif\t'SARIF 2.1.0, for code scanning'
github\t'Commands that GitHub Actions shows as annotations'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l fail-on -d 'Which findings make the exit status 1, or 3 if nothing could be read: the ids of rules, or severities (note, warning, error) with all worse ones; `never` for none. `explain rules` lists the rules' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -s o -l output -d 'Write the report to this file, whole or not at all, instead of printing it' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l max-chunk-bytes -d 'Refuse a chunk of a coordinate that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l atol -d 'Treat numbers as equal if they differ by at most X' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l rtol -d 'Treat numbers as equal if they differ by at most X times the number in B' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l nan -d 'When two NaNs are equal: always, or only if their bits are' -r -f -a "value\t'Always'
bits\t'Only if their bits are equal'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l chunk -d 'Compare one chunk of two arrays, codec by codec; empty for arrays without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l stage -d 'Compare the output of one codec for the chunk. CODEC is its name, its place in `codecs`, or `stored`' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l sel -d 'Compare the elements with these labels, as `decode` takes them; they have to be at the same places in A and B' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l sel-b -d 'With --picture, the labels in B where they are others than in A: `diff DATA/tas DATA/tas --picture --sel time=2026-07-01 --sel-b time=2026-01-01` is July minus January' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l region -d 'A box of the array, such as 0:10,5:6; in dimensions that are neither rows nor columns, only its first coordinate counts' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l dims -d 'The dimensions of rows and columns, by name or number. By default the last two, or the two longest if the last two are tiny' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l size -d 'At most C columns and R rows of cells, all of them in a file. By default 80x44, without colours 80x22, in a file 1024x1024, and never more cells than elements' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l scale -d 'N pixels of the file for each element, along its shorter side' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l map -d 'The colours: viridis, greys or red-blue, in which white is zero. By default viridis, or one colour for each label; of a difference red-blue' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l range -d 'The values at the ends of the colours: percentile (2 and 98 per cent) or extremes of the picture, array (the extremes of all of it, which is read for that), or two numbers such as 0:1. By default percentile, or one colour for each label; of a difference its extremes, with zero in the middle' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -s o -l output -d 'Write a PNG file, with title, axes and colour bar where there is room: from 160x120 cells or a --size of 320x240 on' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l limit -d 'List at most N of each kind; --json lists all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l threads -d 'Decode on N threads. By default as many as there are cores, or 16 if chunks come from a server' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l physical -d 'Compare what the attributes make of the values: scaled, masked, as dates'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l picture -d 'Draw the difference of one plane, A minus B, to a file with --output, else in the terminal. White is zero'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l no-axes -d 'Write only the cells, one pixel each'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l chunk -d 'Look only at this chunk of an array; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l inner -d 'Look only at this inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l chunks -d 'How many faulty chunks of each array to diagnose, and how many sound ones to judge by their values: a number or `all`. By default 16 faulty ones, and as many sound ones as take about two seconds' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l chunk -d 'Report on this chunk; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l chunks -d 'How many chunks to search for faults, if none is named' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l format -d 'Markdown for an issue, or a page for a browser that also shows the chunk grid and a picture: one file, without scripts' -r -f -a "markdown\t'For an issue'
html\t'For people who have no terminal'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -s o -l output -d 'Write to a file' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l attributes -d 'Include attributes, which may hold private information'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand report" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand config" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand config" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand config" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand config" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand config" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand completions" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand completions" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand completions" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand completions" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand man" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand man" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand man" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand man" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l format -d 'The output: text, or a page of Markdown' -r -f -a "text\t'Text, wrapped to the width of the terminal'
markdown\t'A page of Markdown; without a topic, all cards with a table of contents'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l array -d 'Work through the topic with the numbers of this array' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l chunk -d 'The chunk\'s coordinates; empty for an array without dimensions' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l inner -d 'An inner chunk of the shard; repeat for a shard in a shard' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-chunk-bytes -d 'Refuse a chunk that decodes to more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-document-bytes -d 'Refuse a metadata document that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-document-values -d 'Refuse a metadata document that has more values' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-json-depth -d 'Refuse a metadata document with more levels of lists and objects' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-nodes -d 'Stop at more than N names below one node, or N nodes in all' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-links -d 'Follow at most N links to directories in a row' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-reference-bytes -d 'Refuse a file of references that has more bytes' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-references -d 'Refuse a file that has more references' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l allow-references -d 'Also follow references (Kerchunk, virtual chunks of Icechunk) to this folder or file, on a disk or at an address. May be repeated' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l endpoint -d 'Ask this server instead of the one of the provider' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l bucket-region -d 'The region of the bucket' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l timeout -d 'Wait this long for the next bytes of an answer' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l answer-timeout -d 'Give up on an answer that takes longer; one whose length is known may take a second more for each 16 KiB' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-list-pages -d 'Refuse a list of names that has more pages' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l max-asked-chunks -d 'Ask for at most N chunks of an array, of a server that lists no names' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l retries -d 'Retry temporary failures up to N times, waiting longer each time' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l try -d 'Build a chunk with this codec in its chain: change numbers, codecs and bits, and see every stage of encoding and decoding. Without a terminal, it is printed once'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l json -d 'Print JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l ignore-checksums -d 'Turn a checksum that does not match into a note, and go on decoding'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l anonymous -d 'Do not sign requests: for public data'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l requests -d 'Print each request with its answer, bytes and time, on standard error; not in the explorer'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -l lesson -d 'The same as the argument' -r
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -l color -d 'When to use colour; NO_COLOR turns it off too' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -l config -d 'Read the configuration from this file; `zarrscope config` prints the default place' -r -F
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -l theme -d 'The colours of the explorer. By default those of the terminal, or light ones if it says that it is light' -r -f -a "terminal\t''
dark\t''
light\t''
contrast\t''
contrast-light\t''"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -l plain -d 'Draw the explorer without boxes, and with letters instead of marks, for screen readers'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "tree" -d 'List groups and arrays, and anything that is neither'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "info" -d 'Show everything that is known about one node'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "find" -d 'Find nodes by words in their paths, or by what they are, such as a data type.'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "chunks" -d 'Show which chunks of an array are stored, and how large they are'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "trace" -d 'Follow one chunk through every stage of the codec pipeline'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "locate" -d 'Show where a chunk is, and how to read it with other programs'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "probe" -d 'Follow an element from the array to its stored bytes, or a byte back to its elements'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "index" -d 'Show the inside of a shard: its index, gaps and overlaps'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "decode" -d 'Print or write the values of an array, a chunk or a region'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "stats" -d 'Show statistics of an array, a chunk or a region: extremes, mean, quantiles and a histogram'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "picture" -d 'Show a plane of an array as a picture, in the terminal or as a PNG file'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "plan" -d 'Show what reading a region takes: requests, bytes that are stored and decoded. No chunk is read'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "preview" -d 'Show a node in a few lines, as file managers do beside its name'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "try" -d 'Try other codecs on the values of an array, in memory: sizes, times and losses'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "advise" -d 'Suggest how an array could be stored better, with the numbers that support it'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "verify" -d 'Decode every stored chunk and list every fault.'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "merge" -d 'Combine the reports of parts into one, and list the parts that are missing'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "check" -d 'Check documents, attributes and keys against the format and its conventions'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "diff" -d 'Compare two stores, groups, arrays or chunks, however each is stored'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "doctor" -d 'Look for the cause of what is wrong, and show the evidence'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "report" -d 'Write a report of a node or a chunk: for an issue as Markdown, or as a page with pictures'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "config" -d 'Print the default configuration, with a comment on each entry, and where the file is looked for'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "completions" -d 'Print a completion script'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "man" -d 'Print the manual pages'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "explain" -d 'Explain a codec or a term of the format'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "learn" -d 'Learn the format in lessons, each with a store to look at and a question'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "schema" -d 'Print the JSON Schema of what a command prints as JSON'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand help; and not __fish_seen_subcommand_from tree info find chunks trace locate probe index decode stats picture plan preview try advise verify merge check diff doctor report config completions man explain learn schema help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c zarrscope -n "__fish_zarrscope_using_subcommand explain" -f -a "metadata groups data-type chunk-grid chunk-key-encoding missing-chunk partly-filled fill-value codec-pipeline transpose scale_offset cast_value reshape bytes sharding_indexed packbits vlen zfp n5_default gzip zstd blosc crc32c conditional zarr-v2 numcodecs store consolidated addresses icechunk references xarray ome-zarr anndata choosing-chunks entropy marks imagecodecs hdf5 netcdf n5 tiff parquet libraries rules"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand learn" -f -a "plain chunks overhang keys missing byte-order dimension-order bits lab checksum shards index choosing groups coordinates copies versions scale cast fill faults doctor long-way build last-fault"
complete -c zarrscope -n "__fish_zarrscope_using_subcommand schema" -f -a "advise check chunks decode diff doctor explain find index info locate merge plan probe rules stats topics trace tree try verify"
