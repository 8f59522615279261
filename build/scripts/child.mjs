import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './project.mjs'

/**
 * Runs a program to its end and answers its exit code.
 *
 * Its input and output are this process's own unless `options.stdio` says otherwise. Signals that ask this process to end are passed on, and
 * the program's end is awaited, so that a server can finish its work. A program that a signal ended counts as 128 and
 * the signal's number, as in a shell. `options.deadline` (ms) kills it when it takes longer: the code is then 124.
 *
 * npm passes a signal to the shell that runs this script, and that shell ends without passing it on: its end is taken for the signal.
 *
 */
export function run(command, args, options = {}) {
  const { deadline, ...spawnOptions } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', windowsHide: true, ...spawnOptions })
    const passOn = (signal) => {
      if (isPassedOn(signal, process.platform, process.stdin.isTTY)) child.kill(signal)
    }
    const stopWatching = whenNpmEnds(() => child.kill('SIGTERM'))
    for (const signal of signals) process.on(signal, passOn)

    let isLate = false
    const timer =
      deadline === undefined
        ? undefined
        : setTimeout(() => {
            isLate = true
            child.kill('SIGKILL')
          }, deadline)

    const settle = (finish) => {
      clearTimeout(timer)
      stopWatching()
      for (const signal of signals) process.off(signal, passOn)
      finish()
    }
    child.on('error', (error) => settle(() => reject(error)))
    child.on('close', (code, signal) => settle(() => resolve(isLate ? 124 : (code ?? 128 + (constants.signals[signal] ?? 0)))))
  })
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', ...(process.platform === 'win32' ? ['SIGBREAK'] : [])]

/**
 * Whether a signal has to be sent to the program, too.
 *
 * Not Ctrl+C in a terminal, which reaches it anyway: a second one would mean "at once". And none on Windows, where the console tells all its
 * programs and `kill` would end the program at once.
 */
export function isPassedOn(signal, platform, isTerminal) {
  if (platform === 'win32') return false
  return signal !== 'SIGINT' || !isTerminal
}

const watchInterval = 250

/** Calls back when npm's surrounding shell has exited; returns a function that stops watching. A daemon may outlive any other parent. */
function whenNpmEnds(callBack) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callBack()
  }, watchInterval)
  return () => clearInterval(timer)
}

/** Runs a program silently; returns its exit code and its output. */
export async function runQuietly(command, args, options = {}) {
  let output = ''
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true, ...options })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
      resolve(127)
    })
    child.on('close', (exitCode) => resolve(exitCode ?? 1))
  })
  return { code, output }
}
