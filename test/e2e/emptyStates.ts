import type { Page } from 'playwright-core'
import type { AccountName } from '#scripts/demo/accounts.ts'
import type { screens } from '#web/screens.ts'

type SeenScreen = `${AccountName | 'stranger'} at ${keyof typeof screens}`

/** Screens that may be empty in the demo for an account, and why. */
const mayBeEmpty: Partial<Record<SeenScreen, string>> = {
  'parent at organizations': 'runs no club',
  'parent at calendarLinks': 'such a link opens a calendar without a password: there is none that nobody has asked for',
  'parent at accessTokens': 'has no program; the coach and the administrator have tokens',
  'parent at chat': 'on a laptop it says beside the list that none is chosen yet',
  'coach at chat': 'the same',
  'coach at payments': 'may not edit fees, so sees none',
  'coach at join': 'the address of an invitation that there is not',
  'admin at chat': 'is in no conversation: only who coaches or has a player joins those of teams',
  'admin at teamEmail': 'the club itself has written to nobody; the coach has, to one team',
  'admin at family': 'most players have nobody yet, for whoever tries the demo to invite',
  'admin at settings': 'most teams have no coach yet, for whoever tries the demo to invite',
  'stranger at erasureReceipt': 'the address of a receipt that there is not',
}

/** Returns an error message for each visible empty state on the screen. */
export async function emptyStates(page: Page, seenScreen: SeenScreen): Promise<string[]> {
  if (seenScreen in mayBeEmpty) return []
  const shownTexts = await page.evaluate(() =>
    [...document.querySelectorAll('[data-empty]')]
      .filter((each) => each.checkVisibility())
      .map((each) => each.textContent),
  )
  return shownTexts.map((text) => `has nothing to show in the demo: ${text}`)
}
