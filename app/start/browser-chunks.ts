import type { PluginOption } from 'vite'

/** What Rollup tells of the modules it found. */
interface Graph {
  getModuleIds(): Iterable<string>
  getModuleInfo(
    id: string,
  ): { code: string | null; importers: readonly string[]; importedIds: readonly string[] } | null
}

/** The libraries of every page. Those that wait for their first use come in chunks of their own. */
const LIBRARIES =
  /\/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run)\//
const ROUTE = /\/routes\/[\w-]+\.tsx?$/
/** A workflow is a list of its steps. */
const LIST = /\/routes\/(?:list|workflow)\.tsx$/
/** The frame of every page, and the lists of areas: they come in the files that they need anyway. */
const SHARING = /\/app\/(root|areas\/[\w-]+\/routes\/list)\.tsx$/
/** Lists of rows that are edited in place, and of changes that wait for approval; the forms of both come later. */
const TABLES = /\/app\/platform\/(?:tables\/table-|approvals\/pending-)/
/** Areas of one domain, whose drawers show each other's objects: what they share comes in one file. */
const EXPENSES = /\/app\/areas\/(bank-accounts|budgets|drafts|expenses|invoices)\//
/** Forms and their fields: on most lists they come at the first sign of a user. */
const FIELDS =
  /\/app\/ui\/(?:form\/|session\/typed-before\.|enhanced\/(?:controls|over)\.|editing\/inline-fields\.)/
/** What opens at the edge of a grid: each stands as it came until the first sign of a user. */
const PANELS =
  /\/app\/ui\/(?:grid\/(?:columns|filter|values)-panel|layouts\/views-panel|export\/export-menu)\./
/** What more areas than this need is shared by all. */
const FEW = 2
/** Controls that are laid over native ones, each loaded when it is first needed. */
const ENHANCED = /\/app\/ui\/enhanced\/([\w-]+)\.tsx$/
/** What more lists than this need is loaded with every page. */
const MANY = 4
/** Characters of a module, comments included, that imports nothing and is not worth a request of its own. */
const SMALL = 6_000
/** The same for what some lists share: more of it comes in a file of these lists. */
const LITTLE = 3_000

/**
 * Groups the browser's modules into few files, since each request costs a round trip: the libraries, the toolkit of
 * every page, what forms and tables need, and of each area what lists need and what its other pages need. The code of a
 * route stays in a file of its own.
 */
export function browserChunks() {
  let needed: Map<string, Set<string>> | null = null
  let enhanced: Map<string, Set<string>> | null = null
  let inPanels: Map<string, Set<string>> | null = null
  const known = new Map<string, string | undefined>()
  const chunkOf = (id: string, graph: Graph): string | undefined => {
    if (known.has(id)) return known.get(id)
    // Until it is found out: modules may import each other.
    known.set(id, undefined)
    const chunk = found(id, graph)
    known.set(id, chunk)
    return chunk
  }
  return chunkOf

  function found(id: string, graph: Graph): string | undefined {
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
    // What panels need is there at the first sign of a user.
    inPanels ??= modulesOf(graph, (entry) => PANELS.test(entry))
    if (inPanels.has(id)) return 'panels'
    // It comes with the one page that needs it, unless a part that comes later needs it too.
    if (routes.length === 1 && importers.every((each) => needed?.has(each))) return
    // A small one that a list shares with other pages is no reason to load what those need.
    const shared = small && lists.length === 1 && !own && areas.length > 1
    if (lists.length > most || shared) {
      const needsNoMore = importedIds.every((each) =>
        ['libraries', 'toolkit'].includes(chunkOf(each, graph) ?? ''),
      )
      return needsNoMore && (code?.length ?? 0) < LITTLE ? 'toolkit' : `${lists.join('-')}-list`
    }
    if (lists.length > 0 && (own || areas.length === 1)) return `${lists.join('-')}-list`
    if (own && areas.length > 1 && EXPENSES.test(id)) return 'expenses'
    if (own && areas.length <= (small ? 1 : FEW)) return own
    if (TABLES.test(id)) return 'tables'
    // What one area needs of an engine.
    return areas.length === 1 && !id.includes('/app/ui/') ? areas[0] : 'forms'
  }
}

/** Lets routes that come in a file with others be exported from it, instead of from one more file. */
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

/** What one kind of control needs is apart, what several need together. */
function enhancedChunk(controls: readonly string[]): string | undefined {
  const names = controls.map((control) => ENHANCED.exec(control)?.[1] ?? '')
  if (names.length === 0) return
  // Both come at the first sign of a user.
  if (names.includes('moves')) return 'panels'
  if (names.length === 1) return `aria-${names[0]?.replace('-over', '')}`
  return 'aria'
}

/** Each module → the routes that load it at once, with all that these load. */
const routesThatNeed = (graph: Graph) =>
  modulesOf(graph, (id) =>
    (graph.getModuleInfo(id)?.importers ?? []).some((importer) =>
      importer.includes('?__remix-build-client-route'),
    ),
  )

/** Each module → the entries that load it. */
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
