// Apart from how an instant is read: that needs a calendar, which the first page of a browser does not.

/** The URL parameter that shows a page as of an earlier instant. */
export const AS_OF = 'asOf'

/** Its value before an instant is chosen: shows the current page. */
export const NOW = 'now'
