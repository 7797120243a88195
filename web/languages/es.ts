/** Spanish texts of all areas, by file path. */
export const texts = import.meta.glob<Record<string, string>>('../*/texts.es.json', { eager: true, import: 'default' })
