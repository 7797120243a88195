import { routes } from '#shared/api/index.ts'

/** Every route key with who may call it, a line each. */
for (const { key, route } of routes) console.log(`${key}\t${route.can}`)
