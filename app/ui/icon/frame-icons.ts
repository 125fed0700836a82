// Lines of the icons that every page loads, for `Icon`; apart from the others, which few pages need.

export const UP_ICON = 'm4.5 9.5 3.5-3.5 3.5 3.5'
export const DOWN_ICON = 'm4.5 6.5 3.5 3.5 3.5-3.5'
export const RIGHT_ICON = 'm6.5 4.5 3.5 3.5-3.5 3.5'
export const CLOSE_ICON = 'm4 4 8 8M12 4l-8 8'
export const MENU_ICON = 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11'
