import type { Rolldown } from 'vite'

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>
type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

const libraries = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|swr|i18next|react-i18next)\//
/** Of these, what reads lists page by page: most screens have it, and Today has not. */
const paged = /node_modules\/swr\/dist\/infinite\//
/** On so many screens that whoever brings one along brings nothing new. */
const everywhere = new RegExp(
  `${libraries.source}|node_modules\\/(react-error-boundary|lucide-react|virtua|dequal|scheduler|@mantine\\/form|klona|fast-deep-equal)\\/`,
)
/** These two are the file that begins the app, which must not run before the picture of the day is painted. */
const begins = /\/web\/(main\.tsx|index\.html)/
/** What every part of Mantine is made of, and stands in: whoever has tabs alone needs nothing of dialogs. */
const mantine = /node_modules\/@mantine\/(hooks|core\/esm\/(core|components\/UnstyledButton))\/|\/web\/kit\/Kit\.tsx/
/** What dialogs, menus and lists are drawn with; not those of Mantine's parts that one or two screens have. */
const boxes =
  /node_modules\/(@floating-ui|react-remove-scroll|tslib|use-callback-ref|use-sidecar)|node_modules\/@mantine\/(hooks|core\/(?!.*\/(Tree|Tour|Tabs|Stepper|ColorPicker|Typography|Progress|ScrollArea|SimpleGrid)[/.]))/
/** On so many screens it is as good as on all. */
const mostScreens = 13
/** What most screens and parts are made of, which no area has for itself. */
const common = /\/(web\/(kit|shell|problems|rights|api)\/|web\/\w+\.tsx?$|shared\/)/
/** Characters that are not worth a request of their own. */
const tiny = 1500
/** Characters of what two areas go by that are not worth one. */
const small = 7200
const todays = '/web/today/TodayScreen.tsx'

/** The folder below `web/` that a module is in. */
const areaOf = (id: string) => /^\/(\w+)\//.exec(id.split(import.meta.dirname)[1] ?? '')?.[1]

/**
 * Which modules go into one file. Left to itself the build makes a file of every part that two screens share: 30 to 60 for a screen, each of
 * which costs a slow phone a request. Here a screen is made of its own file, what its area shares, and a few files that most screens have.
 * A module is put by who imports it, so a new screen or part needs no line here.
 */
export function chunkGroups(): Groups {
  const known = new Map<string, ReadonlySet<string>>()
  /** The files that are loaded by themselves, as screens are, and bring a module along. */
  function loadedWith(id: string, context: Context): ReadonlySet<string> {
    const before = known.get(id)
    if (before) return before
    const [seen, found, left] = [new Set([id]), new Set<string>(), [id]]
    for (let each = left.pop(); each; each = left.pop()) {
      const info = context.getModuleInfo(each)
      if (info?.isEntry || info?.dynamicImporters.length) found.add(each)
      for (const importer of info?.importers ?? []) {
        if (seen.has(importer)) continue
        seen.add(importer)
        left.push(importer)
      }
    }
    known.set(id, found)
    return found
  }
  const named =
    (name: string, wanted: (id: string, roots: ReadonlySet<string>, context: Context) => boolean) =>
    (id: string, context: Context) =>
      wanted(id, loadedWith(id, context), context) ? name : null
  const isFirst = (roots: ReadonlySet<string>) => [...roots].some((root) => root.endsWith('/index.html'))
  const ofToday = (roots: ReadonlySet<string>) => roots.size > 1 && [...roots].some((root) => root.endsWith(todays))
  const many = (roots: ReadonlySet<string>) =>
    [...roots].filter((root) => root.endsWith('Screen.tsx')).length >= mostScreens
  const isTiny = (id: string, context: Context) =>
    /\/web\/((kit|shell)\/)?\w+\.tsx?$/.test(id) &&
    loadedWith(id, context).size > 1 &&
    (context.getModuleInfo(id)?.code?.length ?? tiny) < tiny &&
    !bringsLibrary(id, context)
  /** Whether a module needs a library, which not everybody who needs another rule should load. */
  function bringsLibrary(id: string, context: Context, seen = new Set<string>()): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    return (
      (id.includes('/node_modules/') && !everywhere.test(id)) ||
      !!context.getModuleInfo(id)?.importedIds.some((each) => bringsLibrary(each, context, seen))
    )
  }
  /** The areas that a module is loaded with, in the order of their names. */
  const areasOf = (id: string, context: Context) =>
    [...new Set([...loadedWith(id, context)].map((root) => areaOf(root) ?? 'app'))].toSorted()
  /** What several of the files that are loaded by themselves go by. */
  const isRule = (id: string, context: Context) => loadedWith(id, context).size > 1 && !bringsLibrary(id, context)
  /** What two areas go by is theirs, so that no other loads it. */
  function ofTwo(id: string, context: Context): string | null {
    const areas = areasOf(id, context)
    return isRule(id, context) && areas.length === 2 ? `rules-${areas.join('-')}` : null
  }
  /** A part of the kit that a few screens have. */
  function partOf(id: string, context: Context): string | null {
    return loadedWith(id, context).size > 1 ? (/(\w+)\.tsx/.exec(id)?.[1] ?? null) : null
  }
  /** What the screens and parts of one area share, and what they go by, when no other has it. */
  function ofArea(id: string, context: Context): string | null {
    const [area, ...others] = areasOf(id, context)
    const isElsewhere = areaOf(id) !== undefined && areaOf(id) !== area
    return area && others.length === 0 && !isElsewhere && isRule(id, context) ? area : null
  }
  return [
    // Libraries change less often than we do, so they stay in the cache over a deployment.
    { name: 'libraries', test: (id) => libraries.test(id) && !paged.test(id) },
    // Whatever the app's first file imports, and what Today shares with most screens.
    {
      debugName: 'shell',
      name: named('shell', (id, roots) => isFirst(roots) || (common.test(id) && ofToday(roots))),
      test: (id) => !begins.test(id),
    },
    { name: 'mantine', test: mantine },
    { name: 'boxes', test: boxes },
    { debugName: 'events', name: named('events', (_, roots) => ofToday(roots)), test: /\/web\/events\// },
    {
      debugName: 'page',
      name: named('page', (id, roots, context) => many(roots) || isTiny(id, context)),
      test: (id) => common.test(id) || paged.test(id),
    },
    {
      name: 'form',
      test: /node_modules\/(@mantine\/form|klona|fast-deep-equal)|\/web\/kit\/(form\/|NumberField|TextArea|DateField)/,
    },
    { name: 'table', test: /node_modules\/virtua|\/web\/kit\/(table\/|Table|Paging)/ },
    { debugName: 'of two', name: ofTwo, test: /\/shared\//, minSize: small, includeDependenciesRecursively: false },
    {
      debugName: 'rules',
      name: (id, context) => (isRule(id, context) && areasOf(id, context).length > 1 ? 'rules' : null),
      test: /\/shared\//,
    },
    // Whoever shows files shows an icon of each.
    {
      name: 'uploads',
      test: /node_modules\/lucide-react|\/web\/(uploads|uploadParts|largeFile|keepUploaded|filmStill|files\/|kit\/Progress)/,
    },
    { debugName: 'parts', name: partOf, test: /\/web\/(kit|shell)\/\w+\.tsx/ },
    { debugName: 'areas', name: ofArea, test: /\/(web\/\w+|shared)\// },
  ]
}
