autocmd BufRead,BufNewFile *.rules,*.puzzle setfiletype gridlog
