import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups } from '#web/chunkGroups.ts'

const web = join(import.meta.dirname, '../../web')
const library = '/node_modules/temporal-polyfill/index.js'
const rules = join(web, '../shared/rules')
const screens = ['today/Today', 'calendar/Month', 'calendar/Upcoming', 'teams/Team', 'chat/Chat'].map(
  (at) => `${web}/${at}Screen.tsx`,
)
const [today = '', month = '', upcoming = '', team = '', chat = ''] = screens
/** Imported by react-i18next, and so by all that shows a text, but not bundled. */
const unbundled = '/node_modules/html-parse-stringify/dist/esm/html-parse-stringify.js'
const smallModules = [`${web}/calendar/Days.tsx`, `${web}/kit/Tip.tsx`]
/** Which module imports which; screens are imported dynamically. */
const imports: Record<string, string[]> = {
  [`${web}/index.html`]: [`${web}/main.tsx`],
  [`${web}/main.tsx`]: [`${web}/shell/Shell.tsx`],
  [today]: [`${web}/kit/Card.tsx`, `${web}/events/EventCard.tsx`, `${web}/today/Later.tsx`],
  [month]: [
    ...[`${web}/kit/Card.tsx`, `${web}/events/EventCard.tsx`, `${web}/calendar/Days.tsx`, `${web}/calendar/Year.tsx`],
    ...[`${rules}/days.ts`, `${rules}/repeats.ts`],
  ],
  [upcoming]: [
    ...[`${web}/calendar/Days.tsx`, `${web}/calendar/Year.tsx`, `${web}/kit/Dial.tsx`, `${web}/kit/Tip.tsx`],
    ...[`${rules}/zones.ts`, `${rules}/repeats.ts`],
  ],
  [chat]: [`${rules}/days.ts`, `${rules}/faces.ts`],
  [team]: [`${rules}/days.ts`, `${rules}/faces.ts`, `${web}/kit/Dial.tsx`, `${web}/kit/Tip.tsx`, `${rules}/zones.ts`],
  [`${web}/kit/Tip.tsx`]: [unbundled],
  [`${web}/calendar/Days.tsx`]: [unbundled],
  [`${rules}/zones.ts`]: [library],
}
const context = {
  getModuleInfo: (id: string) => ({
    code: smallModules.includes(id) ? '' : undefined,
    isEntry: id.endsWith('index.html'),
    importedIds: imports[id] ?? [],
    importers: Object.keys(imports).filter((each) => imports[each]?.includes(id)),
    dynamicImporters: screens.includes(id) ? [`${web}/chunks.ts`] : [],
  }),
} as unknown as Parameters<Extract<ReturnType<typeof chunkGroups>[number]['name'], (...all: never[]) => unknown>>[1]

/** Returns the chunk name of the first group that matches a module. */
function fileOf(id: string): string | undefined {
  for (const { test: wanted, name } of chunkGroups()) {
    if (wanted instanceof RegExp ? !wanted.test(id) : typeof wanted === 'function' && !wanted(id)) continue
    const file = typeof name === 'function' ? name(id, context) : name
    if (file) return file
  }
  return undefined
}

test.each([
  ['/node_modules/react-dom/client.js', 'libraries'],
  [`${web}/shell/Shell.tsx`, 'shell'],
  // The entry module is a chunk of its own, which runs after the first paint.
  [`${web}/main.tsx`, undefined],
  [`${web}/kit/Card.tsx`, 'shell'],
  [`${web}/events/EventCard.tsx`, 'events'],
  [`${web}/calendar/Days.tsx`, 'calendar'],
  // A large component of an area is loaded only with the screens that show it.
  [`${web}/calendar/Year.tsx`, undefined],
  [`${web}/kit/Dial.tsx`, 'Dial'],
  // A tiny module is not worth a chunk of its own, even if it shows a text.
  [`${web}/kit/Tip.tsx`, 'page'],
  [`${rules}/days.ts`, 'rules'],
  // Rules used by one or two areas are not loaded by the others.
  [`${rules}/repeats.ts`, 'calendar'],
  [`${rules}/faces.ts`, 'rules-chat-teams'],
  // Rules that import a library are not part of the shared chunk, so that the other rules load without it.
  [`${rules}/zones.ts`, undefined],
  ['/node_modules/@mantine/core/esm/components/Menu/Menu.mjs', 'boxes'],
  ['/node_modules/@mantine/core/esm/core/Box/Box.mjs', 'mantine'],
  ['/node_modules/@mantine/core/styles/Tabs.css', undefined],
  ['/node_modules/@mantine/core/esm/components/Tree/Tree.mjs', undefined],
  // A module of a single screen is in the screen's own chunk.
  [`${web}/today/Later.tsx`, undefined],
  [today, undefined],
])('%s is bundled into %s', (id, file) => expect(fileOf(id)).toBe(file))
