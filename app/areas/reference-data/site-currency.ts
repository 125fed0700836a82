/** The currency of all exchange rates: what one unit of another costs (product decisions, section 3). */
export const SITE_CURRENCY = 'EUR'
