import { serveCommandLine } from './command-line.ts'

await serveCommandLine()
