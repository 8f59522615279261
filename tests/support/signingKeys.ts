import { generateKeyPairSync } from 'node:crypto'
import { signingKeyOf, type SigningKey } from '../../src/server/kernel/signingKey.ts'

/** A key that nothing keeps: for a server whose data end with it. */
export const passingSigningKey = (): SigningKey => signingKeyOf(generateKeyPairSync('ed25519').privateKey)
