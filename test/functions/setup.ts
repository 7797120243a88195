import { beforeEach } from 'vitest'
import { takeEveryToken } from './call.ts'
import { watchRoles } from './roles.ts'

watchRoles()
beforeEach(takeEveryToken)
