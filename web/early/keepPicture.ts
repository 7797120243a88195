import { startOfDay } from '../events/todayInput.ts'
import { hasSkeletons } from '../kit/Skeleton.tsx'
import { screenAt } from '../paths.ts'
import type { ScreenName } from '../screens.ts'
import { dropItem, inPlaceOf, keepItem, keptNames } from '../session/stored.ts'
import { findRoot, type Picture, pictured, pictureName, readPicture } from './picture.ts'

/** Those that people open most beside Today. */
const others: readonly ScreenName[] = [
  'fanCalendar',
  'calendar',
  'team',
  'chat',
  'storage',
  'myPayments',
  'register',
  'registerPlayer',
  'registerUnit',
  'registerUnitPlayer',
]
/** Characters. An administrator's day is no longer than a parent's. */
const mostKept = 100_000
/** Pictures of other screens: whoever opens twenty teams in a day comes back to a few. */
const mostPictures = 8

const appOf = () => document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''

/**
 * Keeps a picture of the page, when it shows Today or another screen of which there are pictures; an earlier one of Today as
 * long as it still shows what it was drawn from.
 * @param of all that Today is drawn from, as text
 */
export function keepPicture(userId: string, of: string, now: Date): void {
  const dialog = document.querySelector('dialog[open], [role="dialog"]')
  const found = dialog ? null : findRoot()
  const root = found?.inert ? null : found
  const todays = pictureName(userId)
  if (location.pathname === '/today' && root?.querySelector('article')) keep(todays, drawToday(root, of, now))
  else if (readPicture(todays)?.of !== of) keepItem(todays, '')
  if (!root || !isDrawn() || root.querySelector('main [role="alert"]')) return
  makeRoom(userId, now)
  keep(pictureName(userId, pictured()), drawOther(root, now))
}

/** In somebody else's place nothing of theirs is kept beside what their Today needs. */
const isDrawn = () =>
  others.includes(screenAt(location.pathname).screen) && !hasSkeletons() && inPlaceOf() === undefined

function keep(name: string, picture: Picture): void {
  const text = JSON.stringify(picture)
  keepItem(name, text.length <= mostKept ? text : '')
}

const copyOf = (root: HTMLElement) => root.cloneNode(true) as HTMLElement
/** The page itself brings all sheets of Today. */
const drawToday = (root: HTMLElement, of: string, now: Date) => pictureOf(copyOf(root), { of, sheet: '' }, now)
function drawOther(root: HTMLElement, now: Date): Picture {
  const drawn = copyOf(root)
  leaveOut(root, drawn)
  return pictureOf(drawn, { of: '', sheet: sheetOf(drawn) }, now)
}

function pictureOf(drawn: HTMLElement, more: Pick<Picture, 'of' | 'sheet'>, now: Date): Picture {
  // What comes and goes, and what is loaded after the day: React's first drawing does not have it.
  for (const passing of drawn.querySelectorAll('[data-passing]')) passing.remove()
  for (const styled of drawn.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset['style'] = styled.style.cssText
    styled.removeAttribute('style')
  }
  return { ...more, startUtc: startOfDay(now), app: appOf(), html: drawn.innerHTML }
}

/**
 * Takes out of the copy what nobody sees at first, what was typed, and whatever is not for the device: names of other people's
 * children, and what people write to each other. Their places stay, empty.
 */
function leaveOut(root: HTMLElement, drawn: HTMLElement): void {
  const [seen, copies] = [root, drawn].map((each) => [...each.querySelectorAll<HTMLElement>('*')])
  seen?.forEach((element, i) => {
    const copy = copies?.[i]
    if (!copy || !drawn.contains(copy)) return
    const box = element.getBoundingClientRect()
    if (element.closest('main') && box.top + scrollY > innerHeight) return copy.remove()
    if (copy instanceof HTMLTextAreaElement) copy.textContent = ''
    if (copy instanceof HTMLInputElement) for (const typed of ['value', 'checked']) copy.removeAttribute(typed)
    // As of a photo that was chosen and not sent.
    if (/^(data|blob):/.test(copy.getAttribute('src') ?? '')) copy.removeAttribute('src')
    if (copy.dataset['unkept'] === undefined) return
    copy.replaceChildren()
    copy.style.height = `${box.height}px`
    copy.style.width = `${box.width}px`
  })
}

/** The rules by which a copy is drawn, but for those that the page itself brings. */
function sheetOf(drawn: HTMLElement): string {
  const page = document.createElement('html')
  page.append(document.createElement('body'))
  page.lastElementChild?.append(drawn)
  const used = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText, page) ? rule.cssText : ''
    if (!(rule instanceof CSSConditionRule)) return ''
    const inside = [...rule.cssRules].map(used).join('')
    return inside && `${rule instanceof CSSMediaRule ? '@media' : '@supports'} ${rule.conditionText}{${inside}}`
  }
  return [...document.styleSheets]
    .filter(({ href }) => href?.startsWith(location.origin))
    .flatMap(({ cssRules }) => [...cssRules].map(used))
    .join('')
}

/** Whatever state an element is in: it is looked for without it. What is said of the whole page is mostly the kit's, and much. */
function isUsed(selector: string, page: HTMLElement): boolean {
  const parts = selector.replace(/::?[a-z-]+(\([^()]*\))?/g, '').split(',')
  try {
    return parts.some((part) => page.querySelector(part.trim() || '[class*="mantine-"]') !== null)
  } catch {
    return true
  }
}

/** Takes away those of other days and versions, and of the others as many as are too many. */
function makeRoom(userId: string, now: Date): void {
  const before = keptNames(pictureName(userId, '/'))
  const good = before.filter((name) => {
    const picture = readPicture(name)
    return picture?.startUtc === startOfDay(now) && picture.app === appOf() && name !== pictureName(userId, pictured())
  })
  for (const name of before) if (!good.slice(0, mostPictures - 1).includes(name)) dropItem(name)
}
