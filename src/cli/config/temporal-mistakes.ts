import { accessSync, constants } from 'node:fs';
import { CodecKeyError } from '../../codec/key-ring.ts';
import { readCodec } from '../../codec/codec-environment.ts';
import { ConfigurationError, type Environment } from '../../config/environment/service-environment.ts';
import { completedEnvironment, temporalVariables } from '../../config/file/file-variables.ts';
import { inFileWords } from '../../config/file/file-words.ts';
import { mistakeLine, type LoadedFile } from '../../config/file/load-file.ts';

const tlsFiles = [
  ['tls_ca_file', 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
  ['tls_cert_file', 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
  ['tls_key_file', 'TEMPORAL_TLS_CLIENT_KEY_PATH'],
] as const;

/** Returns what the files that [temporal] names lack, a line each: a worker would not start. */
export function temporalMistakes(loaded: LoadedFile, env: Environment): string[] {
  const completed = withTemporal(loaded, env);
  if (completed === null) return [];
  const line = (key: string, text: string): string =>
    mistakeLine(loaded.path, { line: loaded.lineOf(['temporal', key]), key: `temporal.${key}`, text });
  const unreadable = tlsFiles.filter(([, variable]) => !isReadable(completed[variable] ?? ''));
  return [
    ...codecMistake(completed, env).map((text) => line('codec_keys_file', text)),
    ...unreadable.map(([key]) => line(key, 'names a file that cannot be read')),
    ...halfPair(completed).map(([key, other]) => line(key, `counts only with ${other}: write both or none`)),
  ];
}

/** Null: its key of a cloud cannot be read, which the accounts have said. */
function withTemporal({ file, folder }: LoadedFile, env: Environment): Environment | null {
  try {
    return completedEnvironment(env, temporalVariables(file, { folder, env }));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return null;
  }
}

function codecMistake(env: Environment, ownEnv: Environment): string[] {
  try {
    readCodec(env);
    return [];
  } catch (error) {
    if (!(error instanceof CodecKeyError)) throw error;
    return [`cannot be used: ${inFileWords(error.message, { account: 'NAME', ownEnv })}`];
  }
}

function isReadable(file: string): boolean {
  if (file === '') return true;
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** A client has a certificate and its key, or neither. */
function halfPair(env: Environment): (readonly [string, string])[] {
  const [cert, key] = ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'].map((name) => env[name] ?? '');
  if ((cert === '') === (key === '')) return [];
  return key === '' ? [['tls_cert_file', 'tls_key_file']] : [['tls_key_file', 'tls_cert_file']];
}
