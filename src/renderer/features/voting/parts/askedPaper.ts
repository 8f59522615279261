/** The code of a paper that another screen sends to the desk, by activity. */
const asked = new Map<string, string>()

/** Has the desk of an activity look for a paper when it is shown next. */
export const askDeskFor = (activityId: string, code: string): void => {
  asked.set(activityId, code)
}

/** What the desk is to look for; once. */
export function takeAskedPaper(activityId: string): string | null {
  const code = asked.get(activityId) ?? null
  asked.delete(activityId)
  return code
}
