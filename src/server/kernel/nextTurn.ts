/** Lets other calls be answered before what comes next. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
