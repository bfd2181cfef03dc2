" Vim takes `.rules` for those of udev, audit and Snort; where these live they are.
autocmd BufRead,BufNewFile *.rules if expand('<afile>:p') !~# '/\%(udev\|polkit-1\|audit\|snort\|suricata\|hog\)/' | setlocal filetype=gridlog | endif
autocmd BufRead,BufNewFile *.puzzle setlocal filetype=gridlog
