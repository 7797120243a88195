import { routes } from '#shared/api/index.ts'
import { textOf } from '#shared/permissions.ts'

/** Every route key with who may call it, a line each. */
for (const { key, route } of routes) console.log(`${key}\t${textOf(route.can)}`)
