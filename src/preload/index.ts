import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import { type Bridge, channels, type Events } from '#shared/bridge/bridge.ts'

/** The page's only access to the program: three functions for all features. Main validates what they send. */
const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  run: (name, input) => ipcRenderer.invoke(channels.run, name, input),
  on: (name, listener) => {
    const forward = (_event: IpcRendererEvent, sent: keyof Events, payload: Events[typeof name]) => {
      if (sent === name) listener(payload)
    }
    ipcRenderer.on(channels.event, forward)
    return () => {
      ipcRenderer.off(channels.event, forward)
    }
  },
}

contextBridge.exposeInMainWorld('bridge', bridge)
