// What packages written for Node find there, in a page.
export { Buffer } from "buffer";
