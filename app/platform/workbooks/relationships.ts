import type { Package } from './package'
import { attribute, readXml } from './xml'

export interface Relationship {
  id: string
  /** Last word of the type's address: "worksheet", "sharedStrings"; the strict and the usual form end alike. */
  type: string
  /** Full name of the part in the package. */
  target: string
}

/** The relationships of a part ('' for the package itself) to other parts of the package; none when it has none. */
export async function relationshipsOf(from: Package, part: string): Promise<Relationship[]> {
  const slash = part.lastIndexOf('/')
  const folder = part.slice(0, slash + 1)
  const rels = `${folder}_rels/${part.slice(slash + 1)}.rels`
  if (!from.has(rels)) return []
  const found: Relationship[] = []
  await readXml(from, rels, {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const type = attribute(attributes, 'Type') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolve(folder, attribute(attributes, 'Target') ?? ''),
      })
    },
  })
  return found
}

function resolve(folder: string, target: string): string {
  const path = target.replaceAll('\\', '/')
  const steps: string[] = []
  for (const step of (path.startsWith('/') ? path : folder + path).split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  const joined = steps.join('/')
  try {
    return decodeURIComponent(joined)
  } catch {
    return joined
  }
}
