import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { SecureContextOptions } from 'node:tls'
import { fingerprintFrom } from '#shared/network/pairing.ts'
import { ServerStartError } from './start-error.ts'

/** A server's TLS certificate and key. */
export interface Certificate {
  /** PEM. */
  readonly certificate: string
  /** PEM. */
  readonly key: string
  /** SHA-256 of the certificate's DER: 64 lower-case hexadecimal digits. */
  readonly fingerprint: string
}

/** Options for Node's TLS server. */
export const tlsOptions = ({ certificate, key }: Certificate): SecureContextOptions => ({ cert: certificate, key, minVersion: 'TLSv1.2' })

const YEARS = 10
const [FOLDER, CERTIFICATE_FILE, KEY_FILE] = ['tls', 'certificate.pem', 'key.pem']

/**
 * The certificate of a data folder: created once (P-256, self-signed, ten years), then reused; readable by its owner only.
 *
 * It is not signed by any CA: clients pin its fingerprint.
 *
 * @throws ServerStartError if its files cannot be written or do not match
 */
export async function ownCertificate(dataFolder: string, now: number): Promise<Certificate> {
  const folder = join(dataFolder, FOLDER)
  const [certificateFile, keyFile] = [join(folder, CERTIFICATE_FILE), join(folder, KEY_FILE)]
  if (existsSync(certificateFile) && existsSync(keyFile)) return certificateFrom(certificateFile, keyFile)
  try {
    const made = await makeCertificate(now)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // The key first, each file atomically: a start that was interrupted between them recreates both.
    writeWhole(keyFile, made.key)
    writeWhole(certificateFile, made.certificate)
  } catch (cause) {
    throw new ServerStartError(`不能在 ${folder} 中保存服务器的证书，请检查磁盘空间和文件夹权限`, { cause })
  }
  return certificateFrom(certificateFile, keyFile)
}

/**
 * A certificate and its key from two PEM files; the first certificate of a chain is the server's own.
 *
 * @throws ServerStartError if one is missing or invalid, or if the key does not match
 */
export function certificateFrom(certificateFile: string, keyFile: string): Certificate {
  const [certificate, key] = [readPem(certificateFile, '证书'), readPem(keyFile, '证书的私钥')]
  try {
    const parsed = new X509Certificate(certificate)
    if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('another key')
    return { certificate, key, fingerprint: fingerprintFrom(parsed.fingerprint256) }
  } catch (cause) {
    throw new ServerStartError(`证书 ${certificateFile} 与私钥 ${keyFile} 不是一对，或不是 PEM 格式，请换成正确的文件`, { cause })
  }
}

function readPem(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ServerStartError(`${what}文件 ${file} 无法读取，请检查路径和权限`, { cause })
  }
}

function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.new`
  writeFileSync(unfinished, text, { mode: 0o600 })
  renameSync(unfinished, file)
}

async function makeCertificate(now: number): Promise<Pick<Certificate, 'certificate' | 'key'>> {
  // Loaded only here: it is needed once per data folder.
  const { generate } = await import('selfsigned')
  const until = new Date(now)
  until.setFullYear(until.getFullYear() + YEARS)
  const made = await generate([{ name: 'commonName', value: 'vote-console' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now),
    notAfterDate: until,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: asciiName(hostname()) }] },
    ],
  })
  return { certificate: made.cert, key: made.private }
}

/** A computer's name as a certificate may hold it: Chinese characters are dropped. */
const asciiName = (name: string): string => name.replace(/[^\w.-]/g, '') || 'localhost'
