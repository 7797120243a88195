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
import { removeItem, readImpersonatedUser, writeItem, storedNames } from '../session/stored.ts'
import { snapshotAddress, snapshotName } from './snapshot.ts'
import { findRoot, readSnapshot, type Snapshot } from './showSnapshot.ts'

/** The screens besides Today of which snapshots are kept: those that people open most. */
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
/** The most characters of a snapshot. */
const maxKept = 100_000
/** The most snapshots of screens other than Today. */
const maxSnapshots = 8

const appOf = () => document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''

/**
 * Stores a snapshot of the page if it shows Today or one of `others`. An earlier snapshot of Today is dropped if its data has
 * changed. Nothing is stored while staff act on a user's behalf, see `persistCache`.
 * @param of all data that Today is rendered from, as text
 */
export function keepSnapshot(userId: string, of: string, now: Date): void {
  if (readImpersonatedUser() !== undefined) return
  const dialog = document.querySelector('dialog[open], [role="dialog"]')
  const found = dialog ? null : findRoot()
  // While the next screen is loading, the address is already that of the next one, but the page still shows the previous one.
  const isOfAddress =
    document.querySelector<HTMLElement>('[data-drawn]')?.dataset['drawn'] === location.pathname + location.search
  const root = found?.inert || !isOfAddress ? null : found
  const todays = snapshotName(userId)
  if (location.pathname === '/today' && root?.querySelector('article')) keep(todays, drawToday(root, of, now))
  else if (readSnapshot(todays)?.of !== of) writeItem(todays, '')
  if (!root || !isDrawn() || root.querySelector('main [role="alert"], [data-unpictured]')) return
  makeRoom(userId, now)
  keep(snapshotName(userId, snapshotAddress()), drawOther(root, now))
}

const isDrawn = () => others.includes(screenAt(location.pathname).screen) && !hasSkeletons()

function keep(name: string, snapshot: Snapshot): void {
  const text = JSON.stringify(snapshot)
  writeItem(name, text.length <= maxKept ? text : '')
}

/**
 * Snapshots Today in full: the page contains all of its styles, and React's first render includes everything, also below the
 * first view.
 */
function drawToday(root: HTMLElement, of: string, now: Date): Snapshot {
  const drawn = leaveOut(root, { below: true })
  const places = [...drawn.querySelectorAll('[data-unkept]')]
  const outline = places.length > 0 ? outlineOfAnswers() : []
  for (const place of places) place.append(...outline.map((part) => part.cloneNode(true)))
  return snapshotOf(drawn, { of, sheet: '' }, now)
}
function drawOther(root: HTMLElement, now: Date): Snapshot {
  const drawn = leaveOut(root, { below: false })
  return snapshotOf(drawn, { of: '', sheet: sheetOf(drawn) }, now)
}

/** The skeleton of the attendance list as React renders it while loading, so that nothing shifts when React takes over. */
function outlineOfAnswers(): Node[] {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(createElement(Outline)))
  const drawn = [...place.childNodes].map((part) => part.cloneNode(true))
  flushSync(() => root.unmount())
  return drawn
}
const Outline = () => createElement(AttendanceSkeleton, { label: useTexts('events', texts)('detailsLoading') })

function snapshotOf(drawn: HTMLElement, more: Pick<Snapshot, 'of' | 'sheet'>, now: Date): Snapshot {
  // Transient parts, and those loaded after Today, are not in React's first render.
  for (const passing of drawn.querySelectorAll('[data-passing]')) passing.remove()
  for (const styled of drawn.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset['style'] = styled.style.cssText
    styled.removeAttribute('style')
  }
  return { ...more, startUtc: startOfDay(now), app: appOf(), html: drawn.innerHTML }
}

/** Attributes that hold no personal data. */
const plain = ['class', 'id', 'role', 'hidden', 'data-unkept']
/**
 * A copy of the page without user input and without content that must not be stored (`data-unkept`): names of other people's
 * children, and messages. Their elements stay, empty. With `below`, content below the first view is included.
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
    // A preview of a photo that was chosen but not sent.
    if (/^(data|blob):/.test(copy.getAttribute('src') ?? '')) copy.removeAttribute('src')
    // The error message of an invalid field may repeat the input.
    if (copy.getAttribute('aria-invalid') === 'true')
      for (const id of copy.getAttribute('aria-describedby')?.split(' ') ?? [])
        drawn.querySelector(`[id="${id}"]`)?.replaceChildren()
    if (copy.dataset['unkept'] === undefined) return
    // Its label may contain a name too.
    for (const { name } of [...copy.attributes]) if (!plain.includes(name)) copy.removeAttribute(name)
    copy.replaceChildren()
    if (below) return
    copy.style.height = `${box.height}px`
    copy.style.width = `${box.width}px`
  })
  return drawn
}

/** The CSS rules that apply to a copy, as text, without those that the page itself contains. */
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

/**
 * Whether a selector, without its pseudo-classes, matches anything. Selectors of only pseudo-classes count if Mantine is used.
 */
function isUsed(selector: string, page: HTMLElement): boolean {
  const parts = selector.replace(/::?[a-z-]+(\([^()]*\))?/g, '').split(',')
  try {
    return parts.some((part) => page.querySelector(part.trim() || '[class*="mantine-"]') !== null)
  } catch {
    return true
  }
}

/** Drops snapshots of other days and of other versions of the app, and the rest beyond the limit. */
function makeRoom(userId: string, now: Date): void {
  const before = storedNames(snapshotName(userId, '/'))
  const good = before.filter((name) => {
    const snapshot = readSnapshot(name)
    return (
      snapshot?.startUtc === startOfDay(now) &&
      snapshot.app === appOf() &&
      name !== snapshotName(userId, snapshotAddress())
    )
  })
  for (const name of before) if (!good.slice(0, maxSnapshots - 1).includes(name)) removeItem(name)
}
