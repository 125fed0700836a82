/// <reference types="vite/client" />
/// <reference types="@remix-run/node" />

// Loader data keeps its types: dates come to the page as dates.
declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export {}
