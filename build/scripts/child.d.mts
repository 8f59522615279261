export function isPassedOn(signal: NodeJS.Signals, platform: NodeJS.Platform, isTerminal: boolean): boolean
