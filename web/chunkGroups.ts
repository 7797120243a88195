import type { Rolldown } from 'vite'

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>
type Context = { getModuleInfo(id: string): Rolldown.ModuleInfo | null }

const libraries = /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|swr|i18next|react-i18next)\//
/** The part of swr for paged lists: most screens use it, but Today does not. */
const pagedLibraries = /node_modules\/swr\/dist\/infinite\//
/**
 * Libraries used on so many screens that importing only these counts as importing none; react-i18next imports the
 * last one for a component that is not used, so it is in no chunk.
 */
const commonLibraries = new RegExp(
  `${libraries.source}|node_modules\\/(react-error-boundary|lucide-react|virtua|dequal|scheduler|@mantine\\/form|klona|fast-deep-equal|html-parse-stringify)\\/`,
)
/** The app's entry, which must not run before the snapshot of Today is painted. */
const entryFiles = /\/web\/(main\.tsx|index\.html)/
/** Shared by all Mantine components; a screen with only tabs needs nothing of dialogs. */
const mantine = /node_modules\/@mantine\/(hooks|core\/esm\/(core|components\/UnstyledButton))\/|\/web\/kit\/Kit\.tsx/
/** Needed by dialogs, menus and dropdowns, without Mantine components that only one or two screens use. */
const overlayLibraries =
  /node_modules\/(@floating-ui|react-remove-scroll|tslib|use-callback-ref|use-sidecar)|node_modules\/@mantine\/(hooks|core\/(?!.*\/(Tree|Tour|Tabs|Stepper|ColorPicker|Typography|Progress|ScrollArea|SimpleGrid)[/.]))/
/** A module imported by at least this many screens is loaded with all of them. */
const maxScreens = 13
/** Modules that belong to no area. */
const commonModules = /\/(web\/(kit|shell|problems|rights|api)\/|web\/\w+\.tsx?$|shared\/)/
/** Modules smaller than this, in characters, are not worth a request of their own. */
const tinySize = 1600
/** Modules shared by two areas are not worth a chunk below this size. */
const smallSize = 7200
const todayScreen = '/web/today/TodayScreen.tsx'

/** The folder below `web/` that a module belongs to. */
const areaOf = (id: string) => /^\/(\w+)\//.exec(id.split(import.meta.dirname)[1] ?? '')?.[1]

/**
 * Groups modules into chunks. By default the bundler makes a chunk of every module that two screens share: 30 to 60 per screen,
 * each of which costs a request. With these groups a screen loads its own chunk, one that its area shares, and a few common ones.
 * Modules are grouped by the entries and lazy chunks that import them, so new screens and components need no line here.
 */
export function chunkGroups(): Groups {
  const rootsByModule = new Map<string, ReadonlySet<string>>()
  /** The entries and lazily loaded modules, such as screens, that import a module directly or indirectly. */
  function rootsOf(id: string, context: Context): ReadonlySet<string> {
    const cachedRoots = rootsByModule.get(id)
    if (cachedRoots) return cachedRoots
    const [visited, roots, queue] = [new Set([id]), new Set<string>(), [id]]
    for (let moduleId = queue.pop(); moduleId; moduleId = queue.pop()) {
      const info = context.getModuleInfo(moduleId)
      if (info?.isEntry || info?.dynamicImporters.length) roots.add(moduleId)
      for (const importer of info?.importers ?? []) {
        if (visited.has(importer)) continue
        visited.add(importer)
        queue.push(importer)
      }
    }
    rootsByModule.set(id, roots)
    return roots
  }
  const groupIf =
    (name: string, matches: (id: string, roots: ReadonlySet<string>, context: Context) => boolean) =>
    (id: string, context: Context) =>
      matches(id, rootsOf(id, context), context) ? name : null
  const isInitial = (roots: ReadonlySet<string>) => [...roots].some((root) => root.endsWith('/index.html'))
  const isOfToday = (roots: ReadonlySet<string>) =>
    roots.size > 1 && [...roots].some((root) => root.endsWith(todayScreen))
  const hasManyScreens = (roots: ReadonlySet<string>) =>
    [...roots].filter((root) => root.endsWith('Screen.tsx')).length >= maxScreens
  const isSmall = (id: string, context: Context) => (context.getModuleInfo(id)?.code?.length ?? tinySize) < tinySize
  const isTiny = (id: string, context: Context) =>
    /\/web\/((api|kit|problems|shell)\/)?\w+\.tsx?$/.test(id) &&
    rootsOf(id, context).size > 1 &&
    isSmall(id, context) &&
    !importsRareLibrary(id, context)
  /**
   * Whether a module imports a library that most screens do not use: such modules are not grouped, so that the others load
   * without the library.
   */
  function importsRareLibrary(id: string, context: Context, seen = new Set<string>()): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    return (
      (id.includes('/node_modules/') && !commonLibraries.test(id)) ||
      !!context.getModuleInfo(id)?.importedIds.some((each) => importsRareLibrary(each, context, seen))
    )
  }
  /** The areas that import a module, by name. */
  const areasOf = (id: string, context: Context) =>
    [...new Set([...rootsOf(id, context)].map((root) => areaOf(root) ?? 'app'))].toSorted()
  /** A module that several screens share and that imports no special library. */
  const isShared = (id: string, context: Context) => rootsOf(id, context).size > 1 && !importsRareLibrary(id, context)
  /** Shared modules that exactly two areas use get a chunk for these two. */
  function twoAreasGroup(id: string, context: Context): string | null {
    const areas = areasOf(id, context)
    return isShared(id, context) && areas.length === 2 ? `rules-${areas.join('-')}` : null
  }
  /** A component of the kit that several screens use has its own chunk. */
  function partGroup(id: string, context: Context): string | null {
    return rootsOf(id, context).size > 1 ? (/(\w+)\.tsx/.exec(id)?.[1] ?? null) : null
  }
  /** Modules that only the screens of one area share are in that area's chunk, except components that some of them do not show. */
  function areaGroup(id: string, context: Context): string | null {
    const [area, ...otherAreas] = areasOf(id, context)
    const isElsewhere = areaOf(id) !== undefined && areaOf(id) !== area
    const isLargeComponent = id.endsWith('.tsx') && !isSmall(id, context)
    return area && otherAreas.length === 0 && !isElsewhere && !isLargeComponent && isShared(id, context) ? area : null
  }
  return [
    // Libraries change less often than our code, so their chunk stays cached across deployments.
    { name: 'libraries', test: (id) => libraries.test(id) && !pagedLibraries.test(id) },
    // The entry's imports, and common modules that Today shares with other screens.
    {
      debugName: 'shell',
      name: groupIf('shell', (id, roots) => isInitial(roots) || (commonModules.test(id) && isOfToday(roots))),
      test: (id) => !entryFiles.test(id),
    },
    { name: 'mantine', test: mantine },
    { name: 'boxes', test: overlayLibraries },
    { debugName: 'events', name: groupIf('events', (_, roots) => isOfToday(roots)), test: /\/web\/events\// },
    {
      debugName: 'page',
      name: groupIf('page', (id, roots, context) => hasManyScreens(roots) || isTiny(id, context)),
      test: (id) => commonModules.test(id) || pagedLibraries.test(id),
    },
    {
      name: 'form',
      test: /node_modules\/(@mantine\/form|klona|fast-deep-equal)|\/web\/kit\/(form\/|NumberField|TextArea|DateField)/,
    },
    { name: 'table', test: /node_modules\/virtua|\/web\/kit\/(table\/|Table|Paging)/ },
    {
      debugName: 'of two',
      name: twoAreasGroup,
      test: /\/shared\//,
      minSize: smallSize,
      includeDependenciesRecursively: false,
    },
    {
      debugName: 'rules',
      name: (id, context) => (isShared(id, context) && areasOf(id, context).length > 1 ? 'rules' : null),
      test: /\/shared\//,
    },
    // Uploads and file views, with the icons of file types.
    {
      name: 'uploads',
      test: /node_modules\/lucide-react|\/web\/(files\/|kit\/Progress)/,
    },
    { debugName: 'parts', name: partGroup, test: /\/web\/(kit|shell)\/\w+\.tsx/ },
    { debugName: 'areas', name: areaGroup, test: /\/(web\/\w+|shared)\// },
  ]
}
