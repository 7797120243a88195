import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { AttendanceSkeleton } from '../events/AttendanceSkeleton.tsx'
import texts from '../events/texts.en.json'
import { startOfDay } from '../events/todayInput.ts'
import { useTexts } from '../i18n.ts'
import { hasSkeletons } from '../kit/Skeleton.tsx'
import { screenAt } from '../paths.ts'
import type { ScreenName } from '../screens.ts'
import { dropItem, inPlaceOf, keepItem, keptNames } from '../session/stored.ts'
import { pictured, pictureName } from './picture.ts'
import { findRoot, type Picture, readPicture } from './shownPicture.ts'

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
 * long as it still shows what it was drawn from. In somebody else's place none is kept, see `persistCache`.
 * @param of all that Today is drawn from, as text
 */
export function keepPicture(userId: string, of: string, now: Date): void {
  if (inPlaceOf() !== undefined) return
  const dialog = document.querySelector('dialog[open], [role="dialog"]')
  const found = dialog ? null : findRoot()
  // While the next screen is on its way its address stands over the one before.
  const isOfAddress =
    document.querySelector<HTMLElement>('[data-drawn]')?.dataset['drawn'] === location.pathname + location.search
  const root = found?.inert || !isOfAddress ? null : found
  const todays = pictureName(userId)
  if (location.pathname === '/today' && root?.querySelector('article')) keep(todays, drawToday(root, of, now))
  else if (readPicture(todays)?.of !== of) keepItem(todays, '')
  if (!root || !isDrawn() || root.querySelector('main [role="alert"], [data-unpictured]')) return
  makeRoom(userId, now)
  keep(pictureName(userId, pictured()), drawOther(root, now))
}

const isDrawn = () => others.includes(screenAt(location.pathname).screen) && !hasSkeletons()

function keep(name: string, picture: Picture): void {
  const text = JSON.stringify(picture)
  keepItem(name, text.length <= mostKept ? text : '')
}

/** The page itself brings all sheets of Today, and React draws the whole of it at first. */
function drawToday(root: HTMLElement, of: string, now: Date): Picture {
  const drawn = leaveOut(root, { below: true })
  const places = [...drawn.querySelectorAll('[data-unkept]')]
  const outline = places.length > 0 ? outlineOfAnswers() : []
  for (const place of places) place.append(...outline.map((part) => part.cloneNode(true)))
  return pictureOf(drawn, { of, sheet: '' }, now)
}
function drawOther(root: HTMLElement, now: Date): Picture {
  const drawn = leaveOut(root, { below: false })
  return pictureOf(drawn, { of: '', sheet: sheetOf(drawn) }, now)
}

/** What stands in the place of who comes until that is read, as React draws it at first: so nothing moves when it does. */
function outlineOfAnswers(): Node[] {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(createElement(Outline)))
  const drawn = [...place.childNodes].map((part) => part.cloneNode(true))
  flushSync(() => root.unmount())
  return drawn
}
const Outline = () => createElement(AttendanceSkeleton, { label: useTexts('events', texts)('detailsLoading') })

function pictureOf(drawn: HTMLElement, more: Pick<Picture, 'of' | 'sheet'>, now: Date): Picture {
  // What comes and goes, and what is loaded after the day: React's first drawing does not have it.
  for (const passing of drawn.querySelectorAll('[data-passing]')) passing.remove()
  for (const styled of drawn.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset['style'] = styled.style.cssText
    styled.removeAttribute('style')
  }
  return { ...more, startUtc: startOfDay(now), app: appOf(), html: drawn.innerHTML }
}

/** What says nothing of anybody. */
const plain = ['class', 'id', 'role', 'hidden', 'data-unkept']
/**
 * A copy without what was typed and whatever is not for the device: names of other people's children, and what people write to each
 * other. Their places stay, empty. What stands `below` the first view is in it only where that is wanted.
 */
function leaveOut(root: HTMLElement, { below }: { below: boolean }): HTMLElement {
  const drawn = root.cloneNode(true) as HTMLElement
  const [seen, copies] = [root, drawn].map((each) => [...each.querySelectorAll<HTMLElement>('*')])
  seen?.forEach((element, i) => {
    const copy = copies?.[i]
    if (!copy || !drawn.contains(copy)) return
    const box = element.getBoundingClientRect()
    if (!below && element.closest('main') && box.top + scrollY > innerHeight) return copy.remove()
    if (copy.matches('textarea, [contenteditable]')) copy.replaceChildren()
    if (copy instanceof HTMLInputElement) for (const typed of ['value', 'checked']) copy.removeAttribute(typed)
    // As of a photo that was chosen and not sent.
    if (/^(data|blob):/.test(copy.getAttribute('src') ?? '')) copy.removeAttribute('src')
    // What is wrong with what was typed may repeat it.
    if (copy.getAttribute('aria-invalid') === 'true')
      for (const id of copy.getAttribute('aria-describedby')?.split(' ') ?? [])
        drawn.querySelector(`[id="${id}"]`)?.replaceChildren()
    if (copy.dataset['unkept'] === undefined) return
    // Its label may be a name, too.
    for (const { name } of [...copy.attributes]) if (!plain.includes(name)) copy.removeAttribute(name)
    copy.replaceChildren()
    if (below) return
    copy.style.height = `${box.height}px`
    copy.style.width = `${box.width}px`
  })
  return drawn
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
