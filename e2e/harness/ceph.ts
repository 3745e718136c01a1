export { missingCeph, newCephLocation } from '../../server/src/testing/ceph-server.ts';
