/** What lists are searched for, by who searches and by the place in the history where that stands; gone with the page. */
export const kept = new Map<string, unknown>()
