import { generateKeyPairSync } from 'node:crypto'
import { signingKeyOf, type SigningKey } from '../../src/server/kernel/signingKey.ts'

/** An unstored key, for a server whose data are temporary. */
export const passingSigningKey = (): SigningKey => signingKeyOf(generateKeyPairSync('ed25519').privateKey)
