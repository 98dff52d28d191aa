export { localOperator } from '../identity/loopback.ts';
export { createClient, type HermesClient, type SaidTurn } from './client.ts';
