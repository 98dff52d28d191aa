export { localOperator } from '../identity/loopback.ts';
export { createClient, type HermesClient, type SaidTurn } from './client.ts';
export { createOperatorClient, type OperatorClient } from './operator-client.ts';
