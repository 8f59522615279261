; Electron runs on Windows 10 and later only; on an older one the program would end without a word.
!macro customInit
  ${ifNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "本程序需要 Windows 10 或更高版本，这台电脑的 Windows 版本过低，无法安装。" /SD IDOK
    Quit
  ${endif}
!macroend

; Uninstalling keeps the data unless the person says otherwise: votes are records that others rely on.
; An update uninstalls the old version silently and never asks. A program that was installed for everybody has the data of several people,
; and whoever uninstalls it decides for nobody else: nothing is asked, nothing is deleted.
!macro customUnInstall
  ${ifNot} ${Silent}
  ${andIfNot} ${isUpdated}
  ${andIf} $installMode != "all"
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "是否同时删除这台电脑上的数据（小区、房产、票权、投票记录、账号和设置）？$\r$\n$\r$\n删除后无法恢复。选择“否”会保留数据，重新安装后可以继续使用。" /SD IDNO IDNO keepData
      RMDir /r "$LOCALAPPDATA\${PRODUCT_NAME}"
      ; where versions before kept it
      RMDir /r "$APPDATA\${PRODUCT_NAME}"
    keepData:
  ${endif}
!macroend
