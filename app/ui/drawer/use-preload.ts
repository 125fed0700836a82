import { useEffect } from 'react'

/** What Remix tells the browser of each route: its module, and what that imports. */
type Manifest = { routes: Record<string, { module: string; imports?: string[] } | undefined> }

const WAIT_MS = 300

/** Loads the code of routes that will be opened from here, soon after this page is there. */
export function usePreload(routeIds: readonly string[]) {
  const ids = routeIds.join()
  useEffect(() => {
    const { __remixManifest: manifest } = window as { __remixManifest?: Manifest }
    const timer = setTimeout(() => {
      const files = ids.split(',').flatMap((id) => {
        const route = manifest?.routes[id]
        return route ? [route.module, ...(route.imports ?? [])] : []
      })
      for (const href of new Set(files)) {
        if (document.querySelector(`link[rel=modulepreload][href="${href}"]`)) continue
        const link = document.createElement('link')
        link.rel = 'modulepreload'
        link.href = href
        document.head.append(link)
      }
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [ids])
}
