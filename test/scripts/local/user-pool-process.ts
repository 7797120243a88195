import { openClub } from './user-pool-club.ts'
import { sendsPasswords } from './user-pool-member.ts'

// A user pool in a process of its own, so that a test can kill it. Says where it is, and goes on until then.
const club = await openClub({ dir: process.argv[2] ?? '', clients: sendsPasswords })
process.stdout.write(`${club.endpoint}\n`)
