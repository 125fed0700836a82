import { areaOf } from './arrows'
import type { Source } from './sources'

/** The areas and engines in order: each imports only earlier ones. */
const ORDER = [
  'ui',
  'values',
  'lists',
  'workflow',
  'threads',
  'exports',
  'workbooks',
  'formats',
  'einvoices',
  'files',
  'proof',
  'mail',
  'cluster',
  'access',
  'jobs',
  'http',
  'objects',
  'layouts',
  'page',
  'grids',
  'tables',
  'approvals',
  'users',
  'account',
  'substitutes',
  'work',
  'reference-data',
  'documents',
  'kpi',
  'processes',
  'bank-accounts',
  'authorisation-matrix',
  'expenses',
  'accruals',
  'navs',
  'prices',
  'replay',
  'nav-errors',
  'production',
  'invoices',
  'payments',
  'budgets',
  'prepaid',
  'drafts',
  'lookups',
  'reference-import',
  'workflows',
  'audit',
  'evidence',
  'oversight',
  'system',
  'search',
  'api-reference',
  'site',
]

/** app/http and app/ui have a place in the order as areas do; the composition root may import all. */
const placeOf = (path: string) =>
  areaOf(path) ?? (path.startsWith('app/http/server/') ? undefined : /^app\/(http|ui)\//.exec(path)?.[1])

/** Areas that import later ones, as "budgets -> drafts", each once. */
export function againstTheOrder(sources: readonly Pick<Source, 'path' | 'imports'>[]): string[] {
  const found = sources.flatMap(({ path, imports }) => {
    const from = placeOf(path)
    if (from === undefined) return []
    return imports.flatMap(({ to }) => {
      const area = placeOf(`${to}/`) ?? placeOf(to)
      return area !== undefined && ORDER.indexOf(area) > ORDER.indexOf(from) ? [`${from} -> ${area}`] : []
    })
  })
  return [...new Set(found)].sort()
}

/** Areas missing from the order. */
export const withoutPlace = (sources: readonly Pick<Source, 'path'>[]) => [
  ...new Set(
    sources.flatMap(({ path }) => {
      const area = placeOf(path)
      return area === undefined || ORDER.includes(area) ? [] : [area]
    }),
  ),
]
