/** The layout of the site's own files (nav-controls): built in, it never changes. */
export const FUNDESK = 'FUNDESK'
