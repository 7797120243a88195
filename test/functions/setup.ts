import { beforeEach } from 'vitest'
import { takeEveryToken } from './call.ts'

beforeEach(takeEveryToken)
