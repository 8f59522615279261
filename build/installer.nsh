; Uninstalling keeps the data unless the person says otherwise: votes are records that others rely on.
; An update uninstalls the old version silently and never asks.
!macro customUnInstall
  ${ifNot} ${Silent}
  ${andIfNot} ${isUpdated}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "是否同时删除这台电脑上的数据（小区、房产、票权、投票记录、账号和设置）？$\r$\n$\r$\n删除后无法恢复。选择“否”会保留数据，重新安装后可以继续使用。" /SD IDNO IDNO keepData
      ; the program keeps its data with the person, whoever it was installed for
      SetShellVarContext current
      RMDir /r "$LOCALAPPDATA\${PRODUCT_NAME}"
      ; where versions before kept it
      RMDir /r "$APPDATA\${PRODUCT_NAME}"
      ${if} $installMode == "all"
        SetShellVarContext all
      ${endif}
    keepData:
  ${endif}
!macroend
