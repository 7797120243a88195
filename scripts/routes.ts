import { routes } from '#shared/api/index.ts'
import { textOf } from '#shared/permissions.ts'

/** Prints every route key with who may call it, one per line. */
for (const { key, route } of routes) console.log(`${key}\t${textOf(route.can)}`)
