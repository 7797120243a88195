import type { Locator } from 'playwright-core'

/**
 * Seconds that a practiced person takes, by the keystroke-level model (Card, Moran and Newell): a tap is finding the place and
 * moving the finger (P), a character is one at forty words a minute (K), and each new screen is taken in before its first tap
 * (M).
 */
const pace = { tap: 1.1, character: 0.28, screen: 1.35 }

/**
 * Drives a page as a person on a phone would: counts taps, fields, characters and screens, and the seconds spent waiting for
 * the product.
 */
export function trackEffort() {
  let [taps, fields, characters, screens, waited] = [0, 0, 0, 0, 0]
  const waits = async <Given>(wait: Promise<Given>): Promise<Given> => {
    const begun = performance.now()
    const given = await wait
    waited += (performance.now() - begun) / 1000
    return given
  }
  return {
    /** Waits until the element is there, which counts as waiting, and taps it. */
    async tap(what: Locator) {
      await waits(what.tap())
      taps += 1
    },
    /** Fills a field; the tap that focuses it is counted. */
    async type(field: Locator, text: string) {
      await waits(field.fill(text))
      taps += 1
      fields += 1
      characters += [...text].length
    },
    /** Chooses from the phone's native list: one tap opens it, another one chooses. */
    async choose(field: Locator, label: string) {
      await waits(field.selectOption(label))
      taps += 2
      fields += 1
    },
    /** Waits for a new screen and counts it. */
    async see(what: Locator) {
      await waits(what.waitFor())
      screens += 1
    },
    /** Switches to the mail app, reads the mail and returns: two taps, and one screen to take in. */
    async readMail(mail: Promise<string>): Promise<string> {
      const read = await waits(mail)
      taps += 2
      screens += 1
      return read
    },
    counted: () => ({ taps, fields, characters, screens, waited }),
    seconds: () => taps * pace.tap + characters * pace.character + screens * pace.screen + waited,
  }
}
