/** @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  ignoredRouteFiles: ['**/*'],
  // A build is made beside the one in use and takes its place only when it is complete.
  buildDirectory: process.env.FUNDESK_BUILD_DIRECTORY ?? 'build',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_routeConfig: true,
    // A round trip for every new path costs more than the whole manifest (2 KB).
    v3_lazyRouteDiscovery: false,
  },
}
