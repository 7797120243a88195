import type { Locator } from 'playwright-core'

/**
 * The seconds that a practised person takes, by the keystroke-level model (Card, Moran and Newell): a tap is a look for the place
 * and the way of the finger there (P), a character one of forty words a minute (K), and each new screen is taken in before the first
 * of them (M).
 */
const pace = { tap: 1.1, character: 0.28, screen: 1.35 }

/** Somebody on a phone, whose taps and characters are counted, beside the seconds for which the product lets them wait. */
export function somebodyCounted() {
  let [taps, fields, characters, screens, waited] = [0, 0, 0, 0, 0]
  const waits = async <Given>(wait: Promise<Given>): Promise<Given> => {
    const begun = performance.now()
    const given = await wait
    waited += (performance.now() - begun) / 1000
    return given
  }
  return {
    /** Waits until it is there, which is the product's time, and taps it. */
    async tap(what: Locator) {
      await waits(what.tap())
      taps += 1
    },
    /** A tap brings up the keyboard of the phone. */
    async type(field: Locator, text: string) {
      await waits(field.fill(text))
      taps += 1
      fields += 1
      characters += [...text].length
    },
    /** A list that the phone itself shows: one tap opens it, the other chooses. */
    async choose(field: Locator, label: string) {
      await waits(field.selectOption(label))
      taps += 2
      fields += 1
    },
    /** A new screen, once it stands there. */
    async see(what: Locator) {
      await waits(what.waitFor())
      screens += 1
    },
    /** Leaves for the app with their mails, reads what has come, and goes back: two taps, and a screen to take in. */
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
