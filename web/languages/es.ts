/** Spanish of all areas, by the path of each area's file. */
export const texts = import.meta.glob<Record<string, string>>('../*/texts.es.json', { eager: true, import: 'default' })
