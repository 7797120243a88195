import type { Locator } from 'playwright-core'

/**
 * Seconds that a practiced person takes, by the keystroke-level model (Card, Moran and Newell): a tap is finding the place and
 * moving the finger (P), a character is one at forty words a minute (K), and each new screen is taken in before its first tap
 * (M).
 */
const secondsPer = { tap: 1.1, character: 0.28, screen: 1.35 }

/**
 * Drives a page as a person on a phone would: counts taps, fields, characters and screens, and the seconds spent waiting for
 * the product.
 */
export function trackEffort() {
  let [taps, fields, characters, screens, waitedSeconds] = [0, 0, 0, 0, 0]
  const timeWait = async <Given>(action: Promise<Given>): Promise<Given> => {
    const begun = performance.now()
    const result = await action
    waitedSeconds += (performance.now() - begun) / 1000
    return result
  }
  return {
    /** Waits until the element is there, which counts as waiting, and taps it. */
    async tap(locator: Locator) {
      await timeWait(locator.tap())
      taps += 1
    },
    /** Fills a field; the tap that focuses it is counted. */
    async type(field: Locator, text: string) {
      await timeWait(field.fill(text))
      taps += 1
      fields += 1
      characters += [...text].length
    },
    /** Chooses from the phone's native list: one tap opens it, another one chooses. */
    async choose(field: Locator, label: string) {
      await timeWait(field.selectOption(label))
      taps += 2
      fields += 1
    },
    /** Waits for a new screen and counts it. */
    async see(locator: Locator) {
      await timeWait(locator.waitFor())
      screens += 1
    },
    /** Switches to the mail app, reads the mail and returns: two taps, and one screen to take in. */
    async readMail(mail: Promise<string>): Promise<string> {
      const read = await timeWait(mail)
      taps += 2
      screens += 1
      return read
    },
    counted: () => ({ taps, fields, characters, screens, waited: waitedSeconds }),
    seconds: () =>
      taps * secondsPer.tap + characters * secondsPer.character + screens * secondsPer.screen + waitedSeconds,
  }
}
