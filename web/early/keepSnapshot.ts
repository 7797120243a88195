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
const otherScreens: readonly ScreenName[] = [
  'fanCalendar',
  'calendar',
  'team',
  'chat',
  'storage',
  'playerStorage',
  'myPayments',
  'register',
  'registerPlayer',
  'registerUnit',
  'registerUnitPlayer',
]
/** The most characters of a snapshot. */
const maxLength = 100_000
/** The most snapshots of screens other than Today. */
const maxSnapshots = 8

const entryScript = () => document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''

/**
 * Stores a snapshot of the page if it shows Today or one of `otherScreens`. An earlier snapshot of Today is dropped if its data has
 * changed. Nothing is stored while staff act on a user's behalf, see `persistCache`.
 * @param data all data that Today is rendered from, as text
 */
export function keepSnapshot(userId: string, data: string, now: Date): void {
  if (readImpersonatedUser() !== undefined) return
  const dialog = document.querySelector('dialog[open], [role="dialog"]')
  const foundRoot = dialog ? null : findRoot()
  // While the next screen is loading, the address is already that of the next one, but the page still shows the previous one.
  const isOfAddress =
    document.querySelector<HTMLElement>('[data-drawn]')?.dataset['drawn'] === location.pathname + location.search
  const root = foundRoot?.inert || !isOfAddress ? null : foundRoot
  const todayName = snapshotName(userId)
  if (location.pathname === '/today' && root?.querySelector('article'))
    storeSnapshot(todayName, copyToday(root, data, now))
  else if (readSnapshot(todayName)?.of !== data) writeItem(todayName, '')
  if (!root || !isDrawn() || root.querySelector('main [role="alert"], [data-unpictured]')) return
  dropOldSnapshots(userId, now)
  storeSnapshot(snapshotName(userId, snapshotAddress()), copyOther(root, now))
}

const isDrawn = () => otherScreens.includes(screenAt(location.pathname).screen) && !hasSkeletons()

function storeSnapshot(name: string, snapshot: Snapshot): void {
  const text = JSON.stringify(snapshot)
  writeItem(name, text.length <= maxLength ? text : '')
}

/**
 * Snapshots Today in full: the page contains all of its styles, and React's first render includes everything, also below the
 * first view.
 */
function copyToday(root: HTMLElement, data: string, now: Date): Snapshot {
  const copy = copyForStorage(root, { below: true })
  const emptyPlaces = [...copy.querySelectorAll('[data-unkept]')]
  const outline = emptyPlaces.length > 0 ? renderAnswersOutline() : []
  for (const place of emptyPlaces) place.append(...outline.map((part) => part.cloneNode(true)))
  return snapshotOf(copy, { of: data, sheet: '' }, now)
}
function copyOther(root: HTMLElement, now: Date): Snapshot {
  const copy = copyForStorage(root, { below: false })
  return snapshotOf(copy, { of: '', sheet: sheetOf(copy) }, now)
}

/** The skeleton of the attendance list as React renders it while loading, so that nothing shifts when React takes over. */
function renderAnswersOutline(): Node[] {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(createElement(Outline)))
  const copy = [...place.childNodes].map((part) => part.cloneNode(true))
  flushSync(() => root.unmount())
  return copy
}
const Outline = () => createElement(AttendanceSkeleton, { label: useTexts('events', texts)('detailsLoading') })

function snapshotOf(copy: HTMLElement, metadata: Pick<Snapshot, 'of' | 'sheet'>, now: Date): Snapshot {
  // Transient parts, and those loaded after Today, are not in React's first render.
  for (const passing of copy.querySelectorAll('[data-passing]')) passing.remove()
  for (const styled of copy.querySelectorAll<HTMLElement>('[style]')) {
    styled.dataset['style'] = styled.style.cssText
    styled.removeAttribute('style')
  }
  return { ...metadata, startUtc: startOfDay(now), app: entryScript(), html: copy.innerHTML }
}

/** Attributes that hold no personal data. */
const safeAttributes = ['class', 'id', 'role', 'hidden', 'data-unkept']
/**
 * A copy of the page without user input and without content that must not be stored (`data-unkept`): names of other people's
 * children, and messages. Their elements stay, empty. With `below`, content below the first view is included.
 */
function copyForStorage(root: HTMLElement, { below }: { below: boolean }): HTMLElement {
  const copy = root.cloneNode(true) as HTMLElement
  const [originals, copies] = [root, copy].map((each) => [...each.querySelectorAll<HTMLElement>('*')])
  originals?.forEach((element, i) => {
    const counterpart = copies?.[i]
    if (!counterpart || !copy.contains(counterpart)) return
    const box = element.getBoundingClientRect()
    if (!below && element.closest('main') && box.top + scrollY > innerHeight) return counterpart.remove()
    if (counterpart.matches('textarea, [contenteditable]')) counterpart.replaceChildren()
    if (counterpart instanceof HTMLInputElement)
      for (const typed of ['value', 'checked']) counterpart.removeAttribute(typed)
    // A preview of a photo that was chosen but not sent.
    if (/^(data|blob):/.test(counterpart.getAttribute('src') ?? '')) counterpart.removeAttribute('src')
    // The error message of an invalid field may repeat the input.
    if (counterpart.getAttribute('aria-invalid') === 'true')
      for (const id of counterpart.getAttribute('aria-describedby')?.split(' ') ?? [])
        copy.querySelector(`[id="${id}"]`)?.replaceChildren()
    if (counterpart.dataset['unkept'] === undefined) return
    // Its label may contain a name too.
    for (const { name } of [...counterpart.attributes])
      if (!safeAttributes.includes(name)) counterpart.removeAttribute(name)
    counterpart.replaceChildren()
    if (below) return
    counterpart.style.height = `${box.height}px`
    counterpart.style.width = `${box.width}px`
  })
  return copy
}

/** The CSS rules that apply to a copy, as text, without those that the page itself contains. */
function sheetOf(copy: HTMLElement): string {
  const documentElement = document.createElement('html')
  documentElement.append(document.createElement('body'))
  documentElement.lastElementChild?.append(copy)
  const usedText = (rule: CSSRule): string => {
    if (rule instanceof CSSStyleRule) return isUsed(rule.selectorText, documentElement) ? rule.cssText : ''
    if (!(rule instanceof CSSConditionRule)) return ''
    const innerText = [...rule.cssRules].map(usedText).join('')
    return innerText && `${rule instanceof CSSMediaRule ? '@media' : '@supports'} ${rule.conditionText}{${innerText}}`
  }
  return [...document.styleSheets]
    .filter(({ href }) => href?.startsWith(location.origin))
    .flatMap(({ cssRules }) => [...cssRules].map(usedText))
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
function dropOldSnapshots(userId: string, now: Date): void {
  const existingNames = storedNames(snapshotName(userId, '/'))
  const currentNames = existingNames.filter((name) => {
    const snapshot = readSnapshot(name)
    return (
      snapshot?.startUtc === startOfDay(now) &&
      snapshot.app === entryScript() &&
      name !== snapshotName(userId, snapshotAddress())
    )
  })
  for (const name of existingNames) if (!currentNames.slice(0, maxSnapshots - 1).includes(name)) removeItem(name)
}
