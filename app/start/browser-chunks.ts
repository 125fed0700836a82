import type { PluginOption } from 'vite'

/** Rollup's information about modules. */
interface Graph {
  getModuleIds(): Iterable<string>
  getModuleInfo(
    id: string,
  ): { code: string | null; importers: readonly string[]; importedIds: readonly string[] } | null
}

/** Libraries that every page loads. Those loaded on first use have their own chunks. */
const LIBRARIES =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//
const ROUTE = /\/routes\/[\w-]+\.tsx?$/
/** A workflow is a list of its steps, and the inbox one of bank entries. */
const LIST = /\/routes\/(?:list|workflow|inbox)\.tsx$/
/** The root and the lists of areas: their modules go into the chunks that they load anyway. */
const SHARING = /\/app\/(root|areas\/[\w-]+\/routes\/list)\.tsx$/
/** Lists of rows edited in place, and of changes awaiting approval; the forms of both are loaded later. */
const TABLES = /\/app\/platform\/(?:tables\/table-|approvals\/pending-)/
/** The page of values by level, which two areas show: beside the forms it would bring all of them to a list. */
const LEVELS = /\/app\/platform\/approvals\/dated\/level-values-page\./
/** Areas whose drawers show each other's objects: what they share goes into one file. */
const EXPENSES = /\/app\/areas\/(bank-accounts|budgets|drafts|expenses|invoices)\//
/** Forms and their fields: on most lists they are loaded at the user's first interaction. */
const FIELDS =
  /\/app\/ui\/(?:form\/|session\/typed-before\.|enhanced\/(?:controls|over)\.|editing\/inline-fields\.)/
/** Panels at the edge of a grid: static HTML until the user's first interaction. */
const PANELS =
  /\/app\/ui\/(?:grid\/(?:columns|filter|values)-panel|layouts\/views-panel|export\/export-menu)\./
/** Code used by more areas than this is shared by all. */
const FEW = 2
/** Controls that replace native ones, each loaded on first use. */
const ENHANCED = /\/app\/ui\/enhanced\/([\w-]+)\.tsx$/
/** Code used by more lists than this is loaded with every page. */
const MANY = 4
/** Characters, comments included, below which a module without imports is not worth its own request. */
const SMALL = 6_000
/** The same limit for code that some lists share: above it, it goes into a file for those lists. */
const LITTLE = 3_000

/**
 * Groups the browser's modules into few files, since each request costs a round trip: the libraries, the toolkit of
 * every page, what forms and tables need, and for each area what its lists need and what its other pages need. The code
 * of a route keeps its own file.
 */
export function browserChunks() {
  let needed: Map<string, Set<string>> | null = null
  let enhanced: Map<string, Set<string>> | null = null
  let inPanels: Map<string, Set<string>> | null = null
  const known = new Map<string, string | undefined>()
  const chunkOf = (id: string, graph: Graph): string | undefined => {
    if (known.has(id)) return known.get(id)
    // Modules may import each other: this ends the recursion.
    known.set(id, undefined)
    const chunk = assigned(id, graph)
    known.set(id, chunk)
    return chunk
  }
  return chunkOf

  function assigned(id: string, graph: Graph): string | undefined {
    if (LIBRARIES.test(id) || !id.includes('/')) return 'libraries'
    if (FIELDS.test(id)) return 'fields'
    if (PANELS.test(id)) return 'panels'
    needed ??= routesThatNeed(graph)
    const routes = [...(needed.get(id) ?? [])]
    const [path = ''] = id.split('?')
    if (SHARING.test(path)) return path.endsWith('/root.tsx') ? 'toolkit' : `${areasOf([path])}-list`
    if (ROUTE.test(id) || id.includes('?')) return
    if (routes.length === 0) {
      enhanced ??= modulesOf(graph, (entry) => ENHANCED.test(entry))
      return enhancedChunk([...(enhanced.get(id) ?? [])])
    }
    const areas = areasOf(routes)
    const lists = areasOf(routes.filter((route) => LIST.test(route)))
    const { code = '', importedIds = [], importers = [] } = graph.getModuleInfo(id) ?? {}
    const small = importedIds.length === 0 && (code?.length ?? 0) < SMALL
    const most = small || id.includes('/app/ui/') ? 1 : FEW
    const [, own] = /\/app\/areas\/([\w-]+)\//.exec(id) ?? []
    if (routes.some((route) => route.endsWith('/app/root.tsx')) || lists.length > MANY) return 'toolkit'
    // Panels are loaded at the user's first interaction.
    inPanels ??= modulesOf(graph, (entry) => PANELS.test(entry))
    if (inPanels.has(id)) return 'panels'
    // Belongs to the only page that needs it, unless a chunk that is loaded later also needs it.
    if (routes.length === 1 && importers.every((each) => needed?.has(each))) return
    // Must not make a list load everything that the other pages need.
    const shared = small && lists.length === 1 && !own && areas.length > 1
    const fitsToolkit = () =>
      (code?.length ?? 0) < LITTLE &&
      importedIds.every((each) => ['libraries', 'toolkit'].includes(chunkOf(each, graph) ?? ''))
    if (lists.length > most || shared) return fitsToolkit() ? 'toolkit' : `${lists.join('-')}-list`
    if (lists.length > 0 && (own || areas.length === 1)) return `${lists.join('-')}-list`
    if (own && areas.length > 1 && EXPENSES.test(id)) return 'expenses'
    if (own && areas.length <= (small ? 1 : FEW)) return own
    if (TABLES.test(id)) return 'tables'
    if (LEVELS.test(id)) return 'levels'
    // A list that needs little of the toolkit would load the code of all forms with it.
    if (lists.length > 0 && /\/app\/(?:ui|platform)\//.test(id) && fitsToolkit()) return 'toolkit'
    // The part of an engine that only one area needs, of which no other has a file that needs it.
    const isOfArea = importers.every(
      (each) => !each.includes('/app/areas/') || areasOf([each])[0] === areas[0],
    )
    if (areas.length === 1 && !id.includes('/app/ui/') && isOfArea) return areas[0]
    // With the forms it would bring all of them to a list.
    return lists.length > 0 ? `${lists.join('-')}-list` : 'forms'
  }
}

/** Lets routes be exported from a chunk they share with other code, instead of from another file. */
export function routesInSharedFiles(): PluginOption {
  return {
    name: 'fundesk-routes-in-shared-files',
    buildStart({ input = {} }) {
      for (const id of Object.values(input))
        if (SHARING.test(id.split('?')[0] ?? ''))
          this.emitFile({ type: 'chunk', id, preserveSignature: 'allow-extension' })
    },
  }
}

/** Code for one kind of control has its own chunk; code for several is shared. */
function enhancedChunk(controls: readonly string[]): string | undefined {
  const names = controls.map((control) => ENHANCED.exec(control)?.[1] ?? '')
  if (names.length === 0) return
  // Both are loaded at the user's first interaction.
  if (names.includes('moves')) return 'panels'
  if (names.length === 1) return `aria-${names[0]?.replace('-over', '')}`
  return 'aria'
}

/** Maps each module to the routes that load it immediately, directly or through other modules. */
const routesThatNeed = (graph: Graph) =>
  modulesOf(graph, (id) =>
    (graph.getModuleInfo(id)?.importers ?? []).some((importer) =>
      importer.includes('?__remix-build-client-route'),
    ),
  )

/** Maps each module to the entries that load it. */
function modulesOf({ getModuleIds, getModuleInfo }: Graph, isEntry: (id: string) => boolean) {
  const needed = new Map<string, Set<string>>()
  for (const entry of getModuleIds()) {
    if (!isEntry(entry)) continue
    const open = [entry]
    const seen = new Set(open)
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      needed.set(id, (needed.get(id) ?? new Set()).add(entry))
      for (const next of getModuleInfo(id)?.importedIds ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        open.push(next)
      }
    }
  }
  return needed
}

const areasOf = (routes: readonly string[]) =>
  [...new Set(routes.map((route) => /\/areas\/([\w-]+)\//.exec(route)?.[1] ?? 'platform'))].sort()
