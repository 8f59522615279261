import { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess } from 'electron'
import { startDesktop } from './desktop.ts'

const electron = { app, BrowserWindow, clipboard, dialog, ipcMain, Menu, Notification, protocol, safeStorage, screen, session, shell, utilityProcess }

// before anything opens a file: two programs on one database is what must never be
if (app.requestSingleInstanceLock()) startDesktop(electron, import.meta.dirname)
else app.quit()
