import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { project } from './project.mjs'

// `node app/start/lock-addresses.mjs`, after a change of package-lock.json: gives each package its address.

/** Not a real registry: npm replaces it with the configured one (`replace-registry-host` in .npmrc). */
const REGISTRY = 'https://registry.invalid'

/**
 * Adds the address of each package to the lockfile. Without addresses npm asks the registry for the list of all
 * versions of a package before it downloads one, which doubles the requests and more than doubles the download.
 * @param lock content of package-lock.json
 */
export function withAddresses(lock) {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || entry.link) return [path, entry]
    const { version, resolved: _, ...rest } = entry
    const name = entry.name ?? path.slice(at + 'node_modules/'.length)
    const file = `${name.split('/').at(-1)}-${version}.tgz`
    return [path, { version, resolved: `${REGISTRY}/${name}/-/${file}`, ...rest }]
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(project, 'package-lock.json')
  const lock = withAddresses(JSON.parse(readFileSync(file, 'utf8')))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
