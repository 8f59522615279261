/** Full size on both databases, as required for the main branch (`CI=true npm test`); else samples. */
export const isFull = process.env['CI'] === 'true'

/** The number of tries of a test: all in a full run, a sample otherwise. */
export const atScale = (full: number, sample: number): number => (isFull ? full : sample)

/** The tag of end-to-end tests that vary what another test of the same screen holds: a size, letters, wordings, an order, a late answer. */
export const FULL_TAG = '@full'

/** Specs of a full run only, each with what holds the same in a sample. */
export const fullSpecs: Readonly<Record<string, string>> = {
  'axe-dialogs': 'axe over every dialog: axe has the screens',
  'axe-panels': 'axe over every menu and panel: axe has the screens',
  'clerk-clicks': 'how many clicks the ways take: whole-vote and activity go them',
  'clerk-day': 'the daily ways by another role: desk, papers and masking go them, accounts and tests/api/access.test.ts hold what a role may',
  'late-answers': 'lists and counts that come late or not at all: desk, session and bundle have outages where something could be lost',
  menus: 'every menu in the largest letters: navigation and axe open them',
  messages: 'the wordings of forms: register, estate and property fill them in wrongly',
  namesakes: 'merging by one field or another: ballot and unmerged merge',
  'next-step': 'links from one screen to the next: activity and dashboard follow them',
  'paper-vote': 'a whole vote by paper: whole-vote is one, papers, printed-ballot, late-and-proxy and bundle have its steps',
  'property-category': 'one field of a property: property and import have all others',
  'scan-broken': 'outages while pages are read: scan reads them, tests/api/reading-pages.test.ts holds that none is lost or doubled',
  'stand-in': 'the stand-in, member by member: every spec runs on it',
  toasts: 'where toasts stand in sizes and letters: errors and undo wait for them',
}

/** What a sample leaves out, in a runner’s names of tests. */
export const fullOnly = new RegExp(`${FULL_TAG}\\b|\\b(?:${Object.keys(fullSpecs).join('|')})\\.spec\\.ts`)
